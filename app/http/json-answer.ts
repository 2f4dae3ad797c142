/**
 * A JSON response of the API as text, before it is wrapped in a `Response`. Our server sends the text directly; reading
 * a short text back out of a `Response`, which holds it as a stream, takes longer than producing it.
 */
export class JsonAnswer {
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

/** Response of an API endpoint: JSON, or a list that is streamed. */
export type ApiAnswer = JsonAnswer | Response;

/** Whether a response is JSON text that can be sent directly. */
export const isJson = (answer: ApiAnswer): answer is JsonAnswer => !(answer instanceof Response);
