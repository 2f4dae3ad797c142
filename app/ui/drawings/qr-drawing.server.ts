import { encode } from 'uqr';

/** Quiet zone around a code, in modules: readers need four. */
const quietModules = 4;

/** A QR code as one path in a square of `size` modules, black on white in every theme, as readers require. */
export type QrShape = { size: number; path: string };

/** A run of dark modules is one rectangle; error correction is level M, which repairs 15 %. */
export function createQrShape(text: string): QrShape {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`;
    }),
  );
  return { size, path: runs.join('') };
}

export function renderQrCode(text: string): string {
  const { size, path } = createQrShape(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  );
}
