// A bare server that runs the queries of one endpoint for each request and sends their rows as JSON, in Brotli when
// accepted: the cost without any framework. Its argument is a JSON file: the database, and for a list its name, the
// query, the query for the total and the limit; for an item its query alone.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import BetterSqlite3 from '../../db/driver.mjs';

const { databasePath, list, itemSql } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const sqlite = new BetterSqlite3(databasePath, { readonly: true });
sqlite.pragma('cache_size = -16384');

function reader() {
  if (!list) {
    const item = sqlite.prepare(itemSql);
    return () => item.get();
  }
  const { name, limit } = list;
  const rows = sqlite.prepare(list.rowsSql);
  const total = sqlite.prepare(list.totalSql).pluck();
  return () => {
    const all = total.get();
    return { [name]: rows.all(), pagination: { page: 1, limit, total: all, pages: Math.ceil(all / limit) } };
  };
}

const read = reader();
// The compression level of our own server for uncached responses.
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };

createServer((request, response) => {
  const body = Buffer.from(JSON.stringify({ success: true, data: read() }));
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
