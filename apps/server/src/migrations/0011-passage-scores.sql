-- What each algorithm says of a record: [{algorithm, weight, prediction, confidence}]; null: not scored. With the record it
-- stays, is read and goes. As text it is read in half the time that jsonb takes.
alter table passages add column scores json;
