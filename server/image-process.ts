import type { ImageJob } from '~/domain/photos/image-jobs';
import { formatError } from '~/domain/shared/text';

/*
 * One at a time, outside the server (docs/adr/0027-pictures-in-a-process.md). The first message says that the library
 * is loaded, or why not.
 */

// The server ends this process; other signals come from a terminal or a service manager, which send them to it as well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
// The server has ended. `process.exit` would wait for a picture that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
try {
  const { runImageJob } = await import('~/domain/photos/image-work');
  process.on('message', async (job: ImageJob) => {
    process.send?.(await runImageJob(job));
    // The heap is small, so that nothing else would collect the pictures, which are outside it.
    setImmediate(() => globalThis.gc?.());
  });
  process.send?.('ready');
} catch (error) {
  process.send?.(formatError(error), () => process.exit(1));
}
