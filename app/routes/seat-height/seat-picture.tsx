import type { BodyStyle } from '~db/enums';
import type { Drawing } from '~/domain/photos/drawing';
import { bodyShares, type Fit } from '~/domain/seat-height/seat-height';
import spriteUrl from '~/ui/drawings/sprite.svg?url';
import { getColourStyle } from '~/ui/primitives/drawing';

type Point = readonly [x: number, y: number];

/** Where a rider sits and holds on, and where the tyres stand, in the units of a drawing. */
const drawn = { width: 460, height: 300, ground: 284 };
const holds: Readonly<Record<BodyStyle, { seat: Point; grip: Point }>> = {
  commuter: { seat: [175, 122], grip: [270, 86] },
  naked: { seat: [185, 136], grip: [280, 88] },
  sport: { seat: [185, 136], grip: [284, 104] },
  cruiser: { seat: [175, 148], grip: [275, 72] },
  retro: { seat: [180, 122], grip: [283, 72] },
  adventure: { seat: [190, 121], grip: [278, 72] },
  scrambler: { seat: [180, 118], grip: [285, 80] },
  'scooter-classic': { seat: [185, 133], grip: [276, 92] },
  'scooter-maxi': { seat: [185, 135], grip: [285, 98] },
  'scooter-electric': { seat: [175, 132], grip: [275, 90] },
  moped: { seat: [180, 127], grip: [265, 84] },
};

/** In millimetres: above the tallest rider on the highest seat, and below the road. */
const view = { width: 2_500, top: -160, ground: 1_830, bottom: 1_960 };
const rules = [500, 1_000, 1_500];

/** As shares of the rider's height; those of the legs add up to little more than the inseam. */
const body = {
  thigh: 0.229,
  shank: 0.235,
  ankle: 0.039,
  hip: 0.035,
  torso: [0.06, -0.294],
  head: 0.082,
  neck: [0.03, -0.135],
} as const;

const join = (...points: readonly Point[]): string => `M${points.map((at) => at.map(Math.round).join(' ')).join('L')}`;

/** The knee before the line from hip to ankle; on that line when the leg is stretched. */
function findKnee([hipX, hipY]: Point, [ankleX, ankleY]: Point, thigh: number, shank: number): Point {
  const [dx, dy] = [ankleX - hipX, ankleY - hipY];
  const distance = Math.hypot(dx, dy);
  const along = Math.min(thigh, (thigh ** 2 - shank ** 2 + distance ** 2) / (2 * distance));
  const across = Math.sqrt(thigh ** 2 - along ** 2);
  return [hipX + (along * dx + across * dy) / distance, hipY + (along * dy - across * dx) / distance];
}

type SeatPictureProps = { seatMm: number; heightCm: number; fit: Fit; drawing: Drawing };

/**
 * A rider on a vehicle from the side, one unit per millimetre: the drawing is as large as puts its seat at the stated
 * height. Heels are up by what the legs lack; on a seat that is too high the toes are above the road.
 */
export function SeatPicture({ seatMm, heightCm, fit, drawing }: SeatPictureProps) {
  const mm = heightCm * 10;
  const { width, top, ground, bottom } = view;
  const { seat, grip } = holds[drawing.bodyStyle];
  const scale = seatMm / (drawn.ground - seat[1]);
  const origin: Point = [(width - drawn.width * scale) / 2, ground - drawn.ground * scale];
  const place = ([x, y]: Point): Point => [origin[0] + x * scale, origin[1] + y * scale];
  const from = ([x, y]: Point, [right, down]: Point): Point => [x + right * mm, y + down * mm];

  const [seatX, seatY] = place(seat);
  const hip: Point = [seatX, seatY - body.hip * mm];
  const missing = Math.max(0, fit.gapMm);
  const ankle: Point = [seatX + 0.043 * mm, ground - body.ankle * mm - missing];
  const knee = findKnee(hip, ankle, body.thigh * mm, body.shank * mm);
  const heel = from(ankle, [-0.02, 0.022]);
  const toe: Point = [ankle[0] + 0.105 * mm, ground - 28 - Math.max(0, missing - bodyShares.onTheBalls * mm)];
  const shoulder = from(hip, body.torso);
  const hand = place(grip);
  const elbow: Point = from([(shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2], [-0.024, 0.055]);
  const head = from(shoulder, body.neck);
  const limb = (share: number): number => Math.round(share * mm);
  const leg = (
    <>
      <path className="rider-edge" d={join(hip, knee, ankle)} strokeWidth={limb(0.09)} />
      <path className="rider-edge" d={join(ankle, heel, toe)} strokeWidth="84" />
      <path d={join(hip, knee, ankle)} strokeWidth={limb(0.072)} />
      <path className="rider-shoe" d={join(ankle, heel, toe)} strokeWidth="56" />
    </>
  );
  return (
    <svg
      className="seat-picture"
      viewBox={`0 ${top} ${width} ${bottom - top}`}
      width="320"
      role="img"
      aria-label={`A rider of ${heightCm} cm on a seat at ${seatMm} mm, to scale`}
    >
      <path className="seat-rules" d={rules.map((at) => `M0 ${ground - at}H${width}`).join('')} />
      <path className="seat-road" d={`M0 ${ground - 36}H${width}V${bottom}H0Z`} />
      <g className="rider-far" transform="translate(110)">
        {leg}
      </g>
      <svg
        className="drawing"
        aria-hidden="true"
        x={Math.round(origin[0])}
        y={Math.round(origin[1])}
        width={Math.round(drawn.width * scale)}
        height={Math.round(drawn.height * scale)}
        style={getColourStyle(drawing)}
      >
        <use href={`${spriteUrl}#${drawing.bodyStyle}`} />
      </svg>
      <path className="seat-mark" d={`M60 ${Math.round(seatY)}H${Math.round(seatX)}`} />
      <text x="60" y={Math.round(seatY) - 34}>{`${seatMm} mm`}</text>
      <g className="rider">
        <path className="rider-torso" d={join(hip, shoulder)} strokeWidth={limb(0.125)} />
        {leg}
        <path className="rider-edge" d={join(shoulder, elbow, hand)} strokeWidth={limb(0.078)} />
        <path className="rider-arm" d={join(shoulder, elbow, hand)} strokeWidth={limb(0.056)} />
        <circle cx={Math.round(head[0])} cy={Math.round(head[1])} r={limb(body.head)} />
        <path
          className="rider-visor"
          d={join(from(head, [0.03, 0]), from(head, [0.075, 0]))}
          strokeWidth={limb(0.05)}
        />
      </g>
    </svg>
  );
}
