import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { SECRET = '', PORT = '8000' } = process.env;
const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');

function isSigned({ 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' }, body) {
  const seconds = Math.abs(Date.now() / 1000 - Number(time));
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  const matches = signatures.split(' ').some((signature) => {
    const bytes = Buffer.from(signature.replace('v1,', ''), 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return matches && seconds < 300;
}

// Events may come twice. A program that restarts keeps these ids in its database.
const processed = new Set();
createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isSigned(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['webhook-id'];
  if (!processed.has(id)) console.log(body.toString());
  processed.add(id);
  response.writeHead(204).end();
}).listen(Number(PORT));
