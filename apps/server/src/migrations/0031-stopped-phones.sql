-- Users who opted in with a phone that had sent STOP before: nothing was sent to them, and they were shown as opted in.
-- The digits are compared as the server compares them; a phone without a country code by its last ten.

with phones as (
  select id, regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^00', '') as own from users where is_opted_in
), stops as (
  select regexp_replace(phone, '^00', '') as stopped from stopped_phones
)
update users set is_opted_in = false
from phones, stops
where users.id = phones.id and own <> '' and (
  own = stopped
  or (
    length(own) >= 10 and right(own, 10) = right(stopped, 10)
    and (length(own) = 10 or length(stopped) = 10 or own ~ '^0' or stopped ~ '^0')
  )
);
