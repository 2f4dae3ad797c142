import { z } from 'zod';
import type { VehicleSummary } from '../catalogue/vehicle-summary';
import { oncePerRevision } from '../once-per-revision.server';
import { readContent } from './content-file.server';
import { withVehicles } from './with-vehicles.server';

const slides = (count: number) =>
  z
    .array(
      z.object({
        vehicleId: z.number().int().transform(String),
        title: z.string(),
        text: z.string().optional(),
      }),
    )
    .length(count);

/** As many as docs/product.md, "Built-in content" names: seven in the showroom, six in the finder; four over the new vehicles. */
const banners = readContent('banners', z.object({ newVehicles: slides(4), showroom: slides(7), finder: slides(6) }));

/** One slide of an ad banner: a few words about a vehicle of the catalogue. */
type BannerSlide = { title: string; text?: string | undefined; vehicle: VehicleSummary };

const bannerOf = (screen: keyof typeof banners) =>
  oncePerRevision((db): BannerSlide[] =>
    withVehicles(db, banners[screen]).map(({ title, text, vehicle }) => ({ title, text, vehicle })),
  );

/** The slides of each screen's ad banner, in the order of the data file; without those whose vehicle is gone. */
export const newVehiclesBanner = bannerOf('newVehicles');
export const showroomBanner = bannerOf('showroom');
export const finderBanner = bannerOf('finder');
