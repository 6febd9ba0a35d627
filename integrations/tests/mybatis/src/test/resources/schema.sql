create table orders (id varchar(27) primary key, number bigint not null unique, note varchar(20));
create table customers (id bigint primary key, id_key varchar(36) not null unique);
