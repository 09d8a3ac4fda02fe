-- Reports count what many devices have heard by the counters of days, which go by the end of a passage's snippet, and look
-- themselves at the few passages whose time is not within the hour before it: people correct times.
create index passages_moved on passages (passage_at)
  where not (end_of_snip_at - passage_at between interval '0 seconds' and interval '1 hour');
