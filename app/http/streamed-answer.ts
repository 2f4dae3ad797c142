/**
 * A response too long to be held in memory: the server pulls it piece by piece, as fast as the client reads. Nothing is
 * produced before the first pull, so an unused response can be discarded.
 */
export class StreamedAnswer extends Response {
  /** Identifies the class for the server, which may hold another copy of it. */
  readonly isStreamed = true;

  /** @param pieces produces the pieces; checks the signal during long work, because the client may have disconnected */
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
export const isStreamed = (answer: object): answer is StreamedAnswer => 'isStreamed' in answer;
