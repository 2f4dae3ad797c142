// A program whose every first answer is cut off. It prints the idempotency key of each request and the data of each
// answer; `tests/process/typed-client.test.ts` compiles and runs it.
import { createServer } from 'node:http';
import { createClient } from './client.js';

const keys: (string | null)[] = [];
const server = createServer((request, response) => {
  const key = request.headers['idempotency-key'];
  keys.push(typeof key === 'string' ? key : null);
  const text = JSON.stringify({ success: true, data: { joined: keys.length } });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
  if (keys.length % 2 === 0) response.end(text);
  else response.write(text.slice(0, 9), () => response.destroy());
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' ? address?.port : null;
const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'token' });
const joined = [await client.GET('/conversations'), await client.POST('/conversations/join')];
console.log(JSON.stringify({ keys, joined }));
server.close();
