-- Since when the node's broker has its state: a short loss of the connection raises no alert.
alter table nodes add column broker_since timestamptz not null default now();
