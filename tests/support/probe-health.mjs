// Requests the health of a site every 50 ms, from a process of its own so that other work of a test delays nothing. At
// the end of its standard input it prints the milliseconds that each response took, as JSON, or why one failed.
import { Agent, get } from 'node:http';

const [origin] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times = [];
const failures = [];
let pending = 0;

function request() {
  const startedAt = performance.now();
  pending += 1;
  const fail = (reason) => {
    failures.push(String(reason));
    pending -= 1;
  };
  get(`${origin}/api/health`, { agent, headers: { 'X-Forwarded-For': '198.51.100.99' } }, (response) => {
    response.resume().on('end', () => {
      times.push(Math.round(performance.now() - startedAt));
      if (response.statusCode !== 200) failures.push(`status ${response.statusCode}`);
      pending -= 1;
    });
  }).on('error', fail);
}

const requesting = setInterval(request, 50);
process.stdin.resume().on('end', () => {
  clearInterval(requesting);
  const waiting = setInterval(() => {
    if (pending > 0) return;
    clearInterval(waiting);
    agent.destroy();
    console.log(JSON.stringify({ times, failures }));
  }, 10);
});
