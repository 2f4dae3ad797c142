import { printFigure } from './report';
import { median } from './rounds';
import { startOurs } from './servers';

/** From the start of the process on a migrated and seeded file to its response to home. */
export async function measureStarts(databasePath: string, count: number, times: number): Promise<void> {
  const starts: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const server = await startOurs(databasePath);
    starts.push(server.respondsAfter);
    await server.stop();
  }
  printFigure(
    `From start to first answer, ${count.toLocaleString('en-IN')} listings`,
    `${Math.round(median(starts))} ms`,
  );
}
