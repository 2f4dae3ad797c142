// A bare server that runs one query for each request and sends its rows as JSON, in Brotli when asked: what is left
// when there is no framework. Its argument is a JSON file: the database, the query, and what counts the whole.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';

const { databasePath, rowsSql, totalSql, limit } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const sqlite = new BetterSqlite3(databasePath, { readonly: true });
sqlite.pragma('cache_size = -16384');
const rows = sqlite.prepare(rowsSql);
const total = sqlite.prepare(totalSql).pluck();
// As fast as our own server compresses what it keeps for nobody.
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };

createServer((request, response) => {
  const all = total.get();
  const pagination = { page: 1, limit, total: all, pages: Math.ceil(all / limit) };
  const body = Buffer.from(JSON.stringify({ success: true, data: { bikes: rows.all(), pagination } }));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (!request.headers['accept-encoding']?.includes('br')) {
    response.setHeader('Content-Length', body.length);
    response.end(body);
    return;
  }
  brotliCompress(body, options, (_error, compressed) => {
    response.setHeader('Content-Encoding', 'br');
    response.setHeader('Content-Length', compressed.length);
    response.end(compressed);
  });
}).listen(Number(process.env.PORT), process.env.HOST);
