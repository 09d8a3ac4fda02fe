-- Tools that go through a line, and which algorithms judge their passages.

create table tool_types (
  id bigint primary key,
  name text not null unique
);

-- For which sizes (m) and speeds (m/s) a tool is meant.
create table tools (
  id bigint primary key,
  tool_type_id bigint not null references tool_types (id),
  size_least double precision not null,
  size_most double precision not null,
  speed_least double precision not null,
  speed_most double precision not null,
  check (size_least > 0 and size_least < size_most and speed_least > 0 and speed_least < speed_most)
);
create index tools_type on tools (tool_type_id);

create table machine_learning_algorithms (
  id bigint primary key,
  -- 0 ELF, 1 GEO, 2 MAG.
  channel smallint not null,
  -- As the scores name it.
  kind text not null,
  unique (channel, kind)
);

create table machine_learning_algorithm_tools (
  tool_id bigint not null references tools (id) on delete cascade,
  algorithm_id bigint not null references machine_learning_algorithms (id) on delete cascade,
  primary key (tool_id, algorithm_id)
);

insert into tool_types (id, name) values
  (1, 'Cleaning pig'), (2, 'Cleaning pig with magnets'), (3, 'Cleaning pig with transmitter'), (4, 'Gauge or caliper'),
  (5, 'MFL'), (6, 'MFL combo'), (7, 'Ultrasonic'), (8, 'Foam or sphere');

-- Sizes in inches; the slowest and the fastest pig go 0.1 and 20 mph.
insert into tools (id, tool_type_id, size_least, size_most, speed_least, speed_most)
select row_number() over (order by type.id, size.least, speed.least), type.id,
  (size.least * 0.0254)::float8, (size.most * 0.0254)::float8, speed.least, speed.most
from tool_types type,
  (values (4, 8), (10, 16), (18, 30), (32, 50)) as size (least, most),
  (values (0.044704, 0.5), (0.5, 1.5), (1.5, 3), (3, 8.9408)) as speed (least, most);

insert into machine_learning_algorithms (id, channel, kind)
select row_number() over (order by channel, place), channel, kind
from generate_series(0, 2) as channel, unnest(array['template', 'logistic', 'trees']) with ordinality as t (kind, place);

-- Every pig is heard, those with a transmitter are received, those with magnets move the field.
insert into machine_learning_algorithm_tools (tool_id, algorithm_id)
select tools.id, algorithm.id
from tools join machine_learning_algorithms algorithm on algorithm.channel = 1
  or algorithm.channel = 0 and tools.tool_type_id in (3, 4, 6)
  or algorithm.channel = 2 and tools.tool_type_id in (2, 5, 6);

-- A passage that a person has deleted, so that its device does not bring it back.
create table deleted_passages (
  uid bigint not null,
  end_of_snip_at timestamptz not null,
  primary key (uid, end_of_snip_at)
);

-- How far records that were stored before there were scores have been scored; no row: all of them.
create table scoring_backlog (
  uid bigint not null,
  end_of_snip_at timestamptz not null,
  kind smallint not null
);
insert into scoring_backlog values (0, '1970-01-01 00:00:00+00', 0);
