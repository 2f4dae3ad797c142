import { defineMutations } from '../mutation';

const listener = 'server/request-listener.ts';
const _headers = 'server/security-headers.ts';
const policy = 'app/http/responses.server.ts';
const responses = 'http/response-headers';

const cache = defineMutations('cache', [
  [
    'the host is no part of the key',
    listener,
    '[origin, getVariant(request, address), address]',
    '[getVariant(request, address), address]',
    'http/cached-pages http/page-cache',
  ],
  [
    'Save-Data is no part of the key',
    listener,
    "[isSavingData(request) && 'light', readCityId(request, target)]",
    '[readCityId(request, target)]',
    'http/page-cache',
  ],
  [
    'a page of an older revision is sent',
    'server/caches.ts',
    'page && page.revision === revision ? page',
    'page ? page',
    'http/page-cache',
  ],
  [
    'a page of an older revision is found under its address',
    'server/caches.ts',
    '!page || page.revision !== revision',
    '!page',
    'http/page-cache',
  ],
  ['a page rendered during a write is cached', listener, ' || !isCurrent', '', 'http/page-cache'],
  ['a response with a cookie is cached', listener, " || webResponse.headers.has('Set-Cookie')", '', 'http/page-cache'],
  ['errors are cached', listener, 'webResponse.status !== 200 ||', '', 'http/page-cache'],
  [
    'the signed-in user is sent a cached page',
    'server/incoming-request.ts',
    '!(headers.cookie && ownCookie.test(headers.cookie))',
    'true',
    'http/page-cache',
  ],
  [
    'a bearer token is sent a cached page',
    'server/incoming-request.ts',
    '!headers.authorization &&',
    '',
    'http/page-cache',
  ],
  [
    'a visitor with unread messages is sent the page of everyone',
    'server/request-listener.ts',
    '!hasUnreadMessages(',
    '!!hasUnreadMessages(',
    'http/inbox',
  ],
  [
    'a manage key is sent a cached page',
    'server/incoming-request.ts',
    "!headers['x-manage-key'] &&",
    '',
    'http/page-cache',
  ],
  ['a cached page is rendered with cookies', 'server/routes.ts', "  'cookie',\n", '', 'http/page-cache'],
  [
    'a cached page is sent without Vary',
    'server/caches.ts',
    "'Vary', 'Accept-Encoding, Cookie, Save-Data'",
    "'Vary', 'Accept-Encoding'",
    responses,
  ],
  [
    'a cached page is kept by browsers unasked',
    'server/caches.ts',
    "'public, no-cache'",
    "'public, max-age=60'",
    responses,
  ],
  [
    "one visitor's page is kept by proxies",
    'server/send-response.ts',
    "headers.push('Cache-Control', 'private, no-store');\n    const document",
    "headers.push('Cache-Control', 'public, no-cache');\n    const document",
    responses,
  ],
  ['the tag of an older start is known', listener, '-${this.start.id}', '', 'http/cached-pages'],
  ['the entity tag does not contain the revision', listener, '-${revision}${form', '-${form', 'http/cached-pages'],
  [
    'one tag of many is not read',
    'app/http/responses.server.ts',
    "header?.split(',').some(",
    "[header ?? ''].some(",
    'http/cached-pages http/photos-served',
  ],
  [
    'a parameter that comes twice is cached',
    'server/routes.ts',
    'values.length > (route.endpoints ? 1 : maxRepeatedValues)',
    'values.length > mostRepeated',
    'http/cached-pages http/page-cache',
  ],
]);

const security = defineMutations('security headers and origin', [
  ['no base-uri', policy, `"base-uri 'none'",`, '', responses],
  ['no form-action', policy, `"form-action 'self'",`, '', responses],
  ['pages may be framed', policy, `"frame-ancestors 'none'"`, '"pageLayout-ancestors *"', responses],
  ['inline scripts run', policy, `["'self'", ...scripts`, `["'self'", "'unsafe-inline'", ...scripts`, responses],
  ['connections to anywhere', policy, `"connect-src 'self'"`, `"connect-src *"`, responses],
  ['style by any hash', policy, '`style-src ${styleSource}`', '"style-src *"', responses],
  ['the location can be requested', 'server/error-response.tsx', 'geolocation=()', 'geolocation=*', responses],
  [
    'any site may embed a page',
    'server/error-response.tsx',
    "'Cross-Origin-Resource-Policy': 'same-origin'",
    "'Cross-Origin-Resource-Policy': 'cross-origin'",
    responses,
  ],
  ['types are sniffed', 'server/error-response.tsx', "'nosniff'", "'sniff'", responses],
  [
    'forms come with Origin: null',
    'server/error-response.tsx',
    "'strict-origin-when-cross-origin'",
    "'no-referrer'",
    responses,
  ],
  [
    'https is promised for a minute',
    'server/send-response.ts',
    'max-age=31536000',
    'max-age=60',
    'http/security-headers',
  ],
  [
    'https is promised over http',
    'server/send-response.ts',
    "origin.startsWith('https:') && strictTransport",
    'strictTransport',
    'http/security-headers http/response-headers',
  ],
  ['a photo is a document', 'app/http/responses.server.ts', '; sandbox', '', `${responses} http/photos-served`],
  [
    'a secret link is sent to other sites',
    'app/http/form-response.server.ts',
    "'same-origin'",
    "'unsafe-url'",
    'http/contact-seller',
  ],
  [
    'forms of sister sites are taken',
    'server/incoming-request.ts',
    "fetchSite !== 'same-origin'",
    "fetchSite === 'cross-site'",
    'unit/origin-check',
  ],
  [
    'forms without Sec-Fetch-Site are taken from anywhere',
    'server/incoming-request.ts',
    'return parseHost(named) !== parseHost(own)',
    'return false',
    'unit/origin-check',
  ],
  [
    'the scheme never counts',
    'server/incoming-request.ts',
    'isOriginSet && headers.origin !== undefined',
    'isOriginSet === null && headers.origin !== undefined',
    'unit/origin-check',
  ],
  ['any authorization is a bearer token', 'server/incoming-request.ts', '/^bearer /i', '/^/', 'unit/origin-check'],
  [
    'the origin is never checked',
    'server/incoming-request.ts',
    'if (isForeignWrite(',
    'if (!method && isForeignWrite(',
    'http/security-headers',
  ],
  [
    'forwarded addresses are believed of anybody',
    'server/incoming-request.ts',
    "trustProxy ? parseForwardedAddress(request.headers['x-forwarded-for']) : undefined",
    "parseForwardedAddress(request.headers['x-forwarded-for'])",
    'unit/request-address',
  ],
  [
    'forwarded hosts are believed of anybody',
    'server/incoming-request.ts',
    "(trustProxy ? getLast(request.headers['x-forwarded-host']) : undefined)",
    "getLast(request.headers['x-forwarded-host'])",
    'unit/request-address',
  ],
]);

const escaping = defineMutations('escaping', [
  ['an ampersand in XML', 'app/http/csv.ts', "'&': '&amp;'", "'&': '&'", 'unit/xml-text'],
  ['a quote in an attribute of XML', 'app/http/csv.ts', `'"': '&quot;'`, `'"': '"'`, 'unit/xml-text'],
  ['control characters in XML', 'app/http/csv.ts', '[^\\t\\n\\r\\u0020', '[^\\t\\n\\r\\u0000', 'unit/xml-text'],
  ['a formula in CSV', 'app/http/csv.ts', '/^[=+\\-@\\t\\r]/', '/^[+\\-@\\t\\r]/', 'unit/csv'],
  ['a quote in CSV', 'app/http/csv.ts', `.replaceAll('"', '""')`, '', 'unit/csv'],
  ['a line end in CSV', 'app/http/csv.ts', '/[",\\r\\n]/', '/[",\\r]/', 'unit/csv'],
  [
    'a title of RSS as markup',
    'app/routes/browse/feed.ts',
    '<${name}>${escapeXml(text)}<',
    '<${name}>${text}<',
    'http/browse',
  ],
]);

export const delivery = [...cache, ...security, ...escaping];
