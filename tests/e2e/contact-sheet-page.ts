import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
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
export const widths = [360, 1280] as const;
export const schemes = ['light', 'dark'] as const;
const views = widths.flatMap((width) =>
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
const stateNames = allStates.map(getStateName);

const getPicture = (state: ScreenState, view: View): string => `${getStateName(state)}-${view.name}.jpg`;

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

/** Sizes in pixels of the picture of a screen among all of them. */
type Grid = { width: number; height: number; gap: number; inRow: number };

const getPlace = ({ width, height, gap, inRow }: Grid, at: number): { left: number; top: number } => ({
  left: gap + (at % inRow) * (width + gap),
  top: gap + Math.floor(at / inRow) * (height + gap),
});

async function getTop(file: string, grid: Grid): Promise<Buffer> {
  const { width } = grid;
  const { data, info } = await sharp(file).resize({ width }).flatten().raw().toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, grid.height);
  return sharp(data, { raw: info }).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

/** The tops of all screens in one picture. */
async function drawGrid(view: View, grid: Grid): Promise<Sharp> {
  const { width, height, gap, inRow } = grid;
  const size = {
    width: gap + inRow * (width + gap),
    height: gap + Math.ceil(allStates.length / inRow) * (height + gap),
  };
  const tops = await Promise.all(
    allStates.map(async (state, at) => {
      const file = `${sheetFolder}/${getPicture(state, view)}`;
      return existsSync(file) ? [{ input: await getTop(file, grid), ...getPlace(grid, at) }] : [];
    }),
  );
  return sharp({ create: { ...size, channels: 3, background: '#808080' } }).composite(tops.flat());
}

/** To see their rhythm. */
const overviewGrid = ({ width }: View): Grid =>
  width < 700 ? { width: 180, height: 420, gap: 8, inRow: 10 } : { width: 360, height: 420, gap: 8, inRow: 5 };

/** To compare them: grey, with places that are multiples of a block. */
const acceptedGrid = ({ width }: View): Grid =>
  width < 700 ? { width: 72, height: 288, gap: 0, inRow: 20 } : { width: 128, height: 160, gap: 0, inRow: 20 };

const block = 8;
/** The mean grey of a block may differ by this much of 255: by the letters of a code or a time, it does. */
const tolerance = 24;

/** Folders with the pictures of all states in each view, and the names of these states in their order. */
const acceptedFolder = 'tests/e2e/contact-sheet/accepted';
const drawnFolder = `${sheetFolder}/small`;
const namesFile = 'names.json';

/** The mean grey of each block of a picture. */
async function readBlocks(picture: string | Buffer): Promise<(left: number, top: number) => number> {
  const { data, info } = await sharp(picture).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return (left, top) => {
    let sum = 0;
    for (let y = top; y < top + block; y += 1)
      for (let x = left; x < left + block; x += 1) sum += data[y * info.width + x] ?? 0;
    return sum / block ** 2;
  };
}

/** The states that differ from their accepted pictures in a view, each with the first difference. */
async function findDifferences(view: View): Promise<string[]> {
  const file = `${view.name}.webp`;
  const names = z.array(z.string()).parse(JSON.parse(readFileSync(`${acceptedFolder}/${namesFile}`, 'utf8')));
  const before = await readBlocks(`${acceptedFolder}/${file}`);
  const now = await readBlocks(`${drawnFolder}/${file}`);
  const grid = acceptedGrid(view);
  const differences = stateNames.flatMap((name, at): string[] => {
    if (!names.includes(name)) return [`${name}, ${view.name}: new`];
    const [old, fresh] = [getPlace(grid, names.indexOf(name)), getPlace(grid, at)];
    for (let y = 0; y < grid.height; y += block)
      for (let x = 0; x < grid.width; x += block)
        if (Math.abs(before(old.left + x, old.top + y) - now(fresh.left + x, fresh.top + y)) > tolerance)
          return [`${name}, ${view.name}: from ${Math.round((y * view.width) / grid.width)} pixels below the top`];
    return [];
  });
  const gone = names.filter((name) => !stateNames.includes(name)).map((name) => `${name}, ${view.name}: gone`);
  return [...differences, ...gone];
}

/**
 * Runs once every picture is taken.
 *
 * @throws with the states that differ from the accepted ones
 */
export default async function drawSheets(): Promise<void> {
  writePage();
  const isWhole = views.every((view) =>
    allStates.every((state) => existsSync(`${sheetFolder}/${getPicture(state, view)}`)),
  );
  if (!isWhole) return console.log(`\nSome screens are at ${sheetFolder}/index.html; nothing was compared.`);
  console.log(`\nThe contact sheet is at ${sheetFolder}/index.html, and in four pictures beside it.`);
  mkdirSync(drawnFolder, { recursive: true });
  writeFileSync(`${drawnFolder}/${namesFile}`, `${JSON.stringify(stateNames, null, 2)}\n`);
  const differences: string[] = [];
  for (const view of views) {
    await (await drawGrid(view, overviewGrid(view))).png().toFile(`${sheetFolder}/all-${view.name}.png`);
    const small = await drawGrid(view, acceptedGrid(view));
    await small.greyscale().webp({ quality: 40, effort: 6 }).toFile(`${drawnFolder}/${view.name}.webp`);
    if (existsSync(acceptedFolder)) differences.push(...(await findDifferences(view)));
    else console.log(`${view.name}: nothing is accepted yet.`);
  }
  if (differences.length > 0)
    throw new Error(`${differences.length} pictures differ from the accepted ones:\n${differences.join('\n')}`);
}
