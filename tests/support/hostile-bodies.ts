const megabyte = 1024 * 1024;
const pieceBytes = 64 * 1024;

/** A request built to take time or memory, with its body in pieces. */
export type HostileBody = {
  name: string;
  path: string;
  contentType: string;
  /** Statuses it may be rejected with, in addition to 429 and 503 for too many at once. */
  statuses: readonly number[];
  pieces: () => Iterable<Buffer>;
};

/** A repeated text of `bytes` in total, between two others. */
const repeated = (bytes: number, start: string, unit: string | Buffer, end = '') =>
  function* pieces(): Iterable<Buffer> {
    yield Buffer.from(start);
    const once = Buffer.from(unit);
    const piece = Buffer.concat(Array.from({ length: Math.ceil(pieceBytes / once.length) }, () => once));
    for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
    yield Buffer.from(end);
  };

/** Texts that a function makes, one for each number, up to `bytes` in total. */
const counted = (bytes: number, start: string, unit: (index: number) => string, end: string) =>
  function* pieces(): Iterable<Buffer> {
    yield Buffer.from(start);
    let sent = 0;
    for (let index = 0; sent < bytes; ) {
      let piece = '';
      for (; piece.length < pieceBytes; index += 1) piece += unit(index);
      sent += piece.length;
      yield Buffer.from(piece);
    }
    yield Buffer.from(end);
  };

const inTurn = (...parts: (() => Iterable<Buffer>)[]) =>
  function* pieces(): Iterable<Buffer> {
    for (const part of parts) yield* part();
  };

const image = 'data:image/jpeg;base64,';
const json = 'application/json';
const form = 'multipart/form-data; boundary=x';
const urlencoded = 'application/x-www-form-urlencoded';
const rejections = [400, 413, 422] as const;

/** Every known shape. @param full bytes of each: the maximum of a request */
export function hostileBodies(full = 24 * megabyte - 2 * pieceBytes): HostileBody[] {
  const request = (name: string, pieces: HostileBody['pieces']): HostileBody => ({
    name,
    path: '/api/bikes',
    contentType: json,
    statuses: rejections,
    pieces,
  });
  const anImage = (bytes: number): (() => Iterable<Buffer>) => repeated(bytes, `"${image}`, 'Abc/', '"');
  const third = Math.min(7.9 * megabyte, full / 3);
  const text = (sign: string) => () => [Buffer.from(sign)];
  const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const files = Array.from({ length: 3 }, (_, index) =>
    repeated(third, part('images', `; filename="${index}.jpg"`), Buffer.from([0xff, 0xd8, 0xff, 0xe0]), '\r\n'),
  );
  return [
    request('a list of objects', repeated(full, '{"a":[', '{},', '{}]}')),
    request('objects as images', repeated(full, '{"images":[', '{},', '{}]}')),
    request('deep nesting', repeated(full, '{"a":', '[')),
    request('one huge number', repeated(full, '{"year":', '9', '}')),
    request('one huge string', repeated(full, '{"name":"', 'abcd', '"}')),
    request('one huge name', repeated(full, '{"', 'abcd', '":1}')),
    request(
      'many names',
      counted(full, '{', (index) => `"k${index}":1,`, '"k":1}'),
    ),
    request(
      'many images',
      counted(full, '{"images":[', () => `"${image}${'A'.repeat(8_000)}",`, '""]}'),
    ),
    request('whitespace only', repeated(full, '', ' \n')),
    request('a string without end', repeated(full, `{"images":["${image}`, 'Abc/')),
    request('escapes all over', repeated(full, `{"images":["${image}`, '\\u0000', '"]}')),
    request('escapes in a string', repeated(full, '{"name":"', '\\u0000', '"}')),
    request('bytes that are no UTF-8', repeated(full, `{"images":["`, Buffer.from([0xff, 0xfe]), '"]}')),
    request('letters beyond base64', repeated(full, `{"images":["${image}`, 'क', '"]}')),
    request('a wrong letter at the end', repeated(full, `{"images":["${image}`, 'Abc/', '*"]}')),
    request(
      'images twice',
      inTurn(text('{"images":['), anImage(third), text('],"im\\u0061ges":['), anImage(third), text(']}')),
    ),
    request(
      'images that are none',
      inTurn(text('{"images":['), anImage(third), text(','), anImage(third), text(','), anImage(third), text(']}')),
    ),
    ...['/api/bikes', '/sell-bikes?view=form'].flatMap((path): HostileBody[] => [
      {
        name: `tiny parts to ${path}`,
        path,
        contentType: form,
        statuses: rejections,
        pieces: counted(full / 2, '', (index) => `${part(`f${index}`)}a\r\n`, '--x--\r\n'),
      },
      {
        name: `endless headers to ${path}`,
        path,
        contentType: form,
        statuses: rejections,
        pieces: repeated(full, '--x\r\n', 'X-More: of it\r\n'),
      },
      {
        name: `files that are none to ${path}`,
        path,
        contentType: form,
        statuses: rejections,
        pieces: inTurn(...files, text('--x--\r\n')),
      },
    ]),
    ...['/contact', '/sell-bikes?view=form'].map(
      (path): HostileBody => ({
        name: `a million pairs to ${path}`,
        path,
        contentType: urlencoded,
        statuses: rejections,
        pieces: repeated(full, '', 'a=1&b=%20&'),
      }),
    ),
  ];
}
