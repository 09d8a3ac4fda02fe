-- Of a node's disks (data folder, log) the one with the smallest free part; null where it cannot be measured.
alter table nodes add column disk_free_bytes bigint, add column disk_size_bytes bigint;
