import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
import { isTagMatch } from '~/http/responses.server';
import { chooseEncoding, type Encoding } from './compression';
import { corsHeaders, securityHeaders } from './error-response';
import { isApiPath } from './request-kind';
import { createBodyTag } from './send-response';

/** Chunks, drawings and icons have a content hash in their name, other files may change. */
const forever = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ts': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const speculationRules = '/speculation-rules.json';

export type AssetsListener = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

type EncodedFile = { headers: readonly string[]; body: Buffer };
type Asset = {
  tag: string;
  headers: readonly string[];
  encodings: Partial<Record<Encoding, EncodedFile>> & { identity: EncodedFile };
};

function readAsset(file: string, path: string, isThere: (file: string) => boolean): Asset {
  const shared = isApiPath(path) ? { ...securityHeaders, ...corsHeaders } : securityHeaders;
  const identity = readFileSync(file);
  const tag = createBodyTag(identity);
  const headers = [
    ...Object.entries(shared).flat(),
    ...['Vary', 'Accept-Encoding', 'ETag', tag],
    ...['Cache-Control', path.startsWith('/assets/') ? forever : anHour],
  ];
  const type =
    path === speculationRules
      ? 'application/speculationrules+json'
      : (types[extname(path)] ?? 'application/octet-stream');
  const toEncodedFile = (body: Buffer, encoding?: Encoding): EncodedFile => ({
    body,
    headers: [
      ...headers,
      ...['Content-Type', type, 'Content-Length', String(body.length)],
      ...(encoding ? ['Content-Encoding', encoding] : []),
    ],
  });
  return {
    tag,
    headers,
    encodings: {
      identity: toEncodedFile(identity),
      ...(isThere(`${file}.br`) && { br: toEncodedFile(readFileSync(`${file}.br`), 'br') }),
      ...(isThere(`${file}.gz`) && { gzip: toEncodedFile(readFileSync(`${file}.gz`), 'gzip') }),
    },
  };
}

/**
 * Already compressed. All files, two megabytes, are read at startup, so that pages sent before a rebuild still find
 * their scripts.
 */
export function createAssets(directory: string): AssetsListener {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const all = new Set(files);
  const isCopy = (file: string): boolean => /\.(?:br|gz)$/.test(file) && all.has(file.slice(0, -3));
  const assets = new Map<string, Asset>();
  for (const file of files) {
    const path = `/${relative(directory, file).replaceAll('\\', '/')}`;
    if (!isCopy(file))
      assets.set(
        path,
        readAsset(file, path, (copy) => all.has(copy)),
      );
  }
  return (request, response, next) => {
    const asset = assets.get((request.url ?? '/').split('?', 1)[0] ?? '/');
    if (!asset) {
      next();
      return;
    }
    if (isTagMatch(request.headers['if-none-match'], asset.tag)) {
      response.writeHead(304, [...asset.headers]).end();
      return;
    }
    const file = asset.encodings[chooseEncoding(request.headers['accept-encoding'])] ?? asset.encodings.identity;
    response.writeHead(200, [...file.headers]);
    response.end(request.method === 'HEAD' ? undefined : file.body);
  };
}
