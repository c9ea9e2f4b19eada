-- What wrk does: asks for the paths of a file in turn, and prints what came of it as one line of JSON.
-- Arguments: the file with a path a line, and, where no URL may come twice, the first of the numbers put behind the paths.
-- Without a file it asks for the URL of the command line alone.

local requests, tail, serial = {}, "", nil
local turn = 0

function init(args)
  if args[1] == nil then return end
  serial = tonumber(args[2])
  for path in io.lines(args[1]) do
    local request = wrk.format(nil, path)
    local cut = request:find(" HTTP/1.1", 1, true)
    tail = request:sub(cut)
    requests[#requests + 1] = serial and request:sub(1, cut - 1) or request
  end
  -- Requests are put together here and not in wrk.format, so that the load costs as little as can be.
  function request()
    turn = turn % #requests + 1
    if serial == nil then return requests[turn] end
    serial = serial + 1
    return requests[turn] .. serial .. tail
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"micros":%d,"p50Micros":%d,"p99Micros":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
