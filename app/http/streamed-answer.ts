/**
 * An answer too long to be held: whoever sends it takes it piece by piece, as fast as the asker does. Nothing is made
 * before it is asked for, so that one can be thrown away.
 */
export class StreamedAnswer extends Response {
  /** By this the server knows it, which may hold another copy of this class. */
  readonly isStreamed = true;

  /** @param pieces makes the pieces; looks at the signal where it may take long, because the asker may have left */
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

/** Whether an answer is to be sent piece by piece. */
export const isStreamed = (answer: object): answer is StreamedAnswer => 'isStreamed' in answer;
