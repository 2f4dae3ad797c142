import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright';
import { screenStates } from '../support/screens';
import { requestOnTheWire } from '../support/wire-request';
import { figure, printGoal, printTitle } from './report';
import { startOurs } from './servers';

const firstFlightBytes = 14_000;
const firstVisitBytes = 60_000;

/** The bytes that a browser with an empty cache loads for one screen, as transferred. */
type Visit = { all: number; scripts: number; pictures: number; requests: number };

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const types = new Map<string, string>();
    const seen: Visit = { all: 0, scripts: 0, pictures: 0, requests: 0 };
    network.on('Network.responseReceived', ({ requestId, response }) => types.set(requestId, response.mimeType));
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? '';
      seen.all += encodedDataLength;
      seen.requests += 1;
      if (type.endsWith('javascript')) seen.scripts += encodedDataLength;
      if (type.startsWith('image/')) seen.pictures += encodedDataLength;
    });
    await network.send('Network.enable');
    await page.goto(address, { waitUntil: 'networkidle' });
    return seen;
  } finally {
    await context.close();
  }
}

const kilobytes = (bytes: number): string => `${figure(bytes / 1000)} kB`;

/** Every screen for a new visitor on a phone: the first flight, and the rest. */
export async function measureScreens(databasePath: string): Promise<void> {
  const { stdout } = spawnSync(process.execPath, ['scripts/find-browser.mjs'], { encoding: 'utf8' });
  const browser = await chromium.launch({
    executablePath: stdout.trim(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const server = await startOurs(databasePath);
  printTitle('First flight of each screen on its first request: headers, HTML and style, bytes');
  try {
    for (const { what, path } of screenStates) {
      const { bytes } = await requestOnTheWire(server.origin, path);
      const { all, scripts, pictures, requests } = await visit(browser, server.origin + path);
      printGoal(
        what,
        { value: bytes, atMost: firstFlightBytes, unit: '' },
        `a visit ${kilobytes(all)}: script ${kilobytes(scripts)}, pictures ${kilobytes(pictures)}, ${requests} requests`,
      );
      if (path === '/main') {
        printGoal('home, first visit, everything', { value: all, atMost: firstVisitBytes, unit: '' });
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}
