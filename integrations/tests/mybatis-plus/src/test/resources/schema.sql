create table payment (id bigint primary key, amount int);
create table texts (id varchar(36) primary key);
create table numbers (id bigint primary key);
