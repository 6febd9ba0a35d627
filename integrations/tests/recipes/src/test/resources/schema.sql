create table parcels (id bigint primary key, receiver varchar(20));
