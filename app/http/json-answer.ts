/**
 * An answer of the API as it was made: the text in its envelope, not yet in a `Response`. Our server sends it as it is;
 * to read a short text back out of a `Response`, which holds it as a stream, takes longer than to make it.
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

  /** The same for the framework. */
  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** What a call of the API is answered with: JSON, or a list that is sent as it is made. */
export type ApiAnswer = JsonAnswer | Response;

/** Whether an answer is JSON as it was made, to be sent as it is. */
export const isJson = (answer: ApiAnswer): answer is JsonAnswer => !(answer instanceof Response);
