import { existsSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import {
  deskStates,
  guardedStates,
  keyScreenStates,
  getStateName,
  ownScreenStates,
  photoStates,
  pendingSignInStates,
  setupStates,
  type ScreenState,
  screenStates,
} from '../support/screens';

export const sheetFolder = 'test-results/screens';
const widths = [360, 768, 1280, 1920] as const;
const schemes = ['light', 'dark'] as const;
export const views = widths.flatMap((width) =>
  schemes.map((scheme) => ({ name: `${width}-${scheme}`, width, scheme }) as const),
);

type View = (typeof views)[number];

const allStates = [
  ...screenStates,
  ...ownScreenStates,
  ...photoStates,
  ...keyScreenStates,
  ...deskStates,
  ...guardedStates,
  ...setupStates,
  ...pendingSignInStates,
];

const getPicture = (state: ScreenState, view: View): string => `${getStateName(state)}-${view.name}.png`;

/** Every screen beside its neighbours, each picture linked at full size. */
function writePage(): void {
  const rows = allStates.map((state) => {
    const pictures = views.map((view) => {
      const file = getPicture(state, view);
      return `<a href="${file}"><img src="${file}" alt="${view.name}" loading="lazy" height="480"></a>`;
    });
    return `<h2>${state.what} <code>${state.path.replaceAll('&', '&amp;')}</code></h2><p>${pictures.join(' ')}</p>`;
  });
  const page = `<!doctype html><meta charset="utf-8"><title>All screens</title>${rows.join('\n')}`;
  writeFileSync(`${sheetFolder}/index.html`, page);
}

const thumbnail = { width: 180, height: 420, gap: 8, inRow: 10 };

async function getTop(file: string, width: number): Promise<Buffer> {
  const { data, info } = await sharp(file).resize({ width }).raw().toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, thumbnail.height);
  return sharp(data, { raw: info }).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

/** The tops of all screens in one picture, to compare their rhythm. */
async function drawSheet(view: View): Promise<void> {
  const width = view.width < 700 ? thumbnail.width : thumbnail.width * 2;
  const inRow = view.width < 700 ? thumbnail.inRow : thumbnail.inRow / 2;
  const files = allStates.map((state) => `${sheetFolder}/${getPicture(state, view)}`).filter(existsSync);
  if (files.length === 0) return;
  const tops = await Promise.all(files.map((file) => getTop(file, width)));
  const [acrossStep, downStep] = [width + thumbnail.gap, thumbnail.height + thumbnail.gap];
  const stylesheet = sharp({
    create: {
      width: inRow * acrossStep + thumbnail.gap,
      height: Math.ceil(tops.length / inRow) * downStep + thumbnail.gap,
      channels: 3,
      background: '#808080',
    },
  });
  const placed = tops.map((input, index) => ({
    input,
    left: thumbnail.gap + (index % inRow) * acrossStep,
    top: thumbnail.gap + Math.floor(index / inRow) * downStep,
  }));
  await stylesheet.composite(placed).png().toFile(`${sheetFolder}/all-${view.name}.png`);
}

/** Runs once every picture is taken. */
export default async function drawSheets(): Promise<void> {
  writePage();
  for (const view of views) await drawSheet(view);
  console.log(`The contact sheet is at ${sheetFolder}/index.html, and in four pictures beside it.`);
}
