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

/**
 * With the number of slides that docs/product.md, "Built-in content" specifies: seven in the showroom, six in the
 * finder; four on the page of new vehicles.
 */
const banners = readContent('banners', z.object({ newVehicles: slides(4), showroom: slides(7), finder: slides(6) }));

/** One slide of an ad banner: a short text about a vehicle of the catalogue. */
type BannerSlide = { title: string; text?: string | undefined; vehicle: VehicleSummary };

const bannerOf = (screen: keyof typeof banners) =>
  oncePerRevision((db): BannerSlide[] =>
    withVehicles(db, banners[screen]).map(({ title, text, vehicle }) => ({ title, text, vehicle })),
  );

/** The slides of each page's ad banner, in the order of the data file; leaves out those whose vehicle was deleted. */
export const newVehiclesBanner = bannerOf('newVehicles');
export const showroomBanner = bannerOf('showroom');
export const finderBanner = bannerOf('finder');
