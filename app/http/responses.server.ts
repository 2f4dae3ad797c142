import { hash } from 'node:crypto';

/**
 * JSON response of the API as text, before it is wrapped in a `Response`: reading a short text back from the stream of
 * a `Response` takes longer than producing it, so our server sends the text directly.
 */
export class JsonResponse {
  readonly headers: Headers;

  constructor(
    readonly status: number,
    readonly text: string,
    headers: HeadersInit,
  ) {
    this.headers = new Headers(headers);
  }

  /** Converts to a `Response`, for Remix. */
  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** Response of an API endpoint: JSON, or a streamed list. */
export type ApiResponse = JsonResponse | Response;

/** Whether a response is JSON text that can be sent directly. */
export const isJson = (response: ApiResponse): response is JsonResponse => !(response instanceof Response);

/**
 * A response too long for memory: the server pulls it piece by piece, as fast as the client reads. An unused response
 * can be discarded, because nothing is produced before the first pull.
 */
export class StreamedResponse extends Response {
  /** Identifies the class to the server, which may have loaded another copy of it. */
  readonly isStreamed = true;

  /** @param pieces produces the pieces; checks the signal during long work, in case the client has disconnected */
  constructor(pieces: (left: AbortSignal) => AsyncGenerator<Uint8Array>, init: ResponseInit) {
    const left = new AbortController();
    const made = pieces(left.signal);
    super(
      new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = await made.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => left.abort(),
        },
        { highWaterMark: 0 },
      ),
      init,
    );
  }
}

/** Whether a response is streamed. */
export const isStreamed = (response: object): response is StreamedResponse => 'isStreamed' in response;

/** Image with an immutable URL. */
type Picture = {
  bytes: Buffer;
  type: 'image/webp' | 'image/jpeg' | 'image/png' | 'image/svg+xml';
  /** File name that browsers propose when saving it. */
  fileName: string;
  /** Unique to the content; letters, digits and dashes. */
  tag: string;
};

/**
 * Security headers of images: an image opened by itself must not run or load anything. Other sites, such as API
 * clients, may embed it.
 */
const safeguards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Response to a GET or HEAD of an image: 304 if the client has it; either way cacheable for a year. */
export function pictureResponse(request: Request, { bytes, type, fileName, tag }: Picture): Response {
  const etag = `"${tag}"`;
  const headers = { ...safeguards, 'Cache-Control': 'public, max-age=31536000, immutable', ETag: etag };
  if (namesTag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `inline; filename="${fileName}"`,
    },
  });
}

/** Response for a missing or unavailable image: plain text, not cacheable. */
export function noPicture(status: 404 | 503 = 404): Response {
  return new Response(status === 404 ? 'Not found' : 'Please try again in a minute.', {
    status,
    headers: {
      ...safeguards,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '60' }),
    },
  });
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether an `If-None-Match` header matches an entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function namesTag(header: string | null | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}

/**
 * `ETag` of an API item: its version, which `If-Match` compares, and a digest of the body, which `If-None-Match`
 * compares too. Weak, because the same item is sent in several encodings.
 *
 * @param version number of revisions of the item, from 1
 * @param body body of the response before compression
 */
export function itemTag(version: number, body: string): string {
  return `W/"${version}-${hash('sha256', body, 'base64url').slice(0, 16)}"`;
}

/**
 * Whether an `If-Match` header matches a version. Other data in the response, such as the average rating, may have
 * changed, but an update cannot overwrite that. Therefore weak tags match here, unlike in RFC 9110 (13.1.1), which
 * compares bytes.
 */
export function namesVersion(header: string, version: number): boolean {
  return header.split(',').some((tag) => {
    const [, named] = /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag) ?? [];
    return tag.trim() === '*' || named === String(version);
  });
}

/** A rendered HTML document with its content security policy. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

/** Renders a screen unless one rendered from the same input is cached. */
export type ScreenCache = {
  /** @param from everything that rendering depends on */
  once(from: readonly string[], render: () => RenderedScreen): RenderedScreen;
};

/** Our server passes its cache of rendered screens. The stock Remix server has none, and renders every time. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    renderedScreens?: ScreenCache;
  }
}

/** Response with a rendered screen, whose document the server can access without reading a stream. */
export class ScreenResponse extends Response {
  constructor(
    readonly screen: RenderedScreen,
    init: ResponseInit,
  ) {
    super(screen.document, init);
  }
}
