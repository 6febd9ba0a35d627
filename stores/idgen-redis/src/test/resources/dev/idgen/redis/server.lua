-- Writes, as a grant does, and says which server did: its port.
redis.call('incr', KEYS[1])
return {tonumber(string.match(redis.call('info', 'server'), 'tcp_port:(%d+)'))}
