// A bare server that sends recorded responses: the most that node:http can do with these bytes. Its argument is a JSON
// file: a status, flat headers and a body in base64.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body, 'base64');
createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
}).listen(Number(process.env.PORT), process.env.HOST);
