import { oncePerRevision } from '../once-per-revision.server';
import { allBrands, featuredVehicles, popularVehicles, upcomingVehicles } from './vehicle-queries.server';

/** Catalogue data of the home page. */
export const showcaseVehicles = oncePerRevision((db) => ({
  brands: allBrands(db),
  featuredBikes: featuredVehicles(db, 'Bike'),
  featuredScooters: featuredVehicles(db, 'Scooter'),
  upcomingBikes: upcomingVehicles(db, 'Bike'),
  upcomingScooters: upcomingVehicles(db, 'Scooter'),
  popular: popularVehicles(db),
}));
