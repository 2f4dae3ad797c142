-- wrk's half of load.ts. Arguments: a method, a file with a body or "-", a file with one path a line or "-".
local paths = {}
local turn = 0

function init(args)
  wrk.method = args[1]
  if args[2] ~= "-" then
    local file = assert(io.open(args[2], "r"))
    wrk.body = file:read("*a")
    file:close()
  end
  if args[3] ~= "-" then
    for path in io.lines(args[3]) do
      paths[#paths + 1] = wrk.format(nil, path)
    end
    request = function()
      turn = turn % #paths + 1
      return paths[turn]
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"broken":%d,"p50":%.0f,"p99":%.0f}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
