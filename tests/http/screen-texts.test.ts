import { describe, expect, test } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getAttributeValues, getVisibleText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const footer = [
  ...['Home', 'New Bikes', 'New Scooters', 'Second Hand Bikes', 'Second Hand Scooters', 'Accessories'],
  ...['About Us', 'Contact Us', 'FAQ', 'Privacy Policy', 'Terms & Conditions', 'Return Policy'],
];
const menu = ['Profile', 'Details', 'Compare', 'Dashboard', 'Contact', 'Sell Bikes', 'Sell Scooters'];
const tabs = ['Home', 'New Bikes', 'New Scooters', 'Reviews'];
const filters = [
  ...['Fuel Type', 'Petrol', 'Diesel', 'Electric', 'Hybrid'],
  ...['Mileage', '20-30 km/l', '30-40 km/l', '40-50 km/l', '50+ km/l'],
  ...['Two-Wheeler Type', 'Bike', 'Scooter'],
  ...['Budget', 'Under ₹1 Lakh', '₹1-1.5 Lakh', '₹1.5-2 Lakh', 'Above ₹2 Lakh'],
];
const newVehicles = [
  'Back',
  ...filters,
  'Recommended Vehicles',
  'Select filters above to see recommended vehicles.',
  'All Available Vehicles in Showroom',
  'Premium Bikes Collection',
  'Elegant Scooters Collection',
  ...['₹78,000', '₹73,400', '₹4,600', '02 days', '14 hrs', '36 min', '22 sec', 'Avail This Offer Now'],
];
const specifications = [
  ...['Mileage', 'Fuel Type', 'Fuel Tank Capacity', 'Seating', 'Brakes', 'Lights', 'Speed Raise', 'Comfort'],
  'Compatibility',
];
const usedFacts = [
  ...['Condition', 'Kilometers', 'Fuel Type', 'Years Used', 'Registration', 'Number Plate', 'Tool Kit'],
  ...['Complaints', 'Damages'],
];
const comparison = [
  ...['Basic Information', 'Performance', 'Dimensions & Capacity', 'Features & Comfort', 'Second-hand Information'],
  ...['Market Information', 'Add More Vehicles', 'Start New Comparison', 'Request Test Drive'],
];
const help = [
  ...['FAQ', 'Live Chat', 'User Guide', 'Video Tutorials', '₹100', '₹500', '₹1,000', 'Custom'],
  ...['Technical Problem', 'Account Issue', 'Feature Request', 'General Inquiry'],
];
const sellCommon = ['Available', 'Your Listings', 'Petrol', 'Electric', 'Refresh', 'View Details'];
const sellForm = ['Basic Information', 'Usage & Condition', 'Pricing', 'Legal & Technical Details', 'Cancel'];
const sellPanel = [
  ...['Specifications', 'Days Used', 'Mileage', 'License Number', 'Top Speed'],
  ...['Contact Seller', 'Schedule Test Drive', '% off'],
];

/**
 * The texts of docs/product.md, "Screens" (sections 2, 4 and 9), in the state that a visitor sees at a URL. Labels are
 * compared in its spelling, in any case of their style.
 */
const said: readonly { path: string; texts: readonly string[] }[] = [
  { path: '/', texts: ['Google', 'Facebook', 'Email', 'Password', ...footer] },
  { path: '/login', texts: ['Google', 'Facebook'] },
  { path: '/login?mode=signup', texts: ['Name', 'Email', 'Password'] },
  { path: '/login?panel=google', texts: ['Continue', 'Cancel'] },
  { path: '/login?panel=facebook', texts: ['Continue', 'Cancel'] },
  {
    path: '/main',
    texts: [
      ...[...menu, ...tabs, ...footer],
      ...['Find Your Perfect Ride', 'Search', 'Featured Bikes', 'Featured Scooty', 'Upcoming Bikes', 'Upcoming Scooty'],
      'Browse Bikes by Brand',
      ...['Honda', 'Hero', 'Royal Enfield', 'TVS', 'Bajaj', 'Yamaha', 'Suzuki', 'Kawasaki'],
      ...['Insurance Services', 'EMI Calculator', 'Popular Vehicles', 'Get in Touch', '24/7', '10K+', '500+', '98%'],
      ...['FOLLOW US', 'EXPLORE MORE', 'Back to Home'],
    ],
  },
  { path: '/bikes', texts: newVehicles },
  { path: '/scooters', texts: newVehicles },
  { path: '/bikes?fuelType=Petrol', texts: ['Selected: Petrol', 'vehicles matching your selected filters'] },
  {
    path: '/bikes?mileage=50%2B&budget=above-2-lakh',
    texts: ['Selected: 50+ km/l', 'Selected: Above ₹2 Lakh', 'vehicles matching your selected filters'],
  },
  { path: '/bikes?open=1', texts: [...specifications, 'Prev', 'Next', 'Buy/Book Now', 'Close'] },
  { path: '/bikes?stock=used', texts: ['View Complete Details', 'km', 'years'] },
  { path: '/scooters?stock=used', texts: ['View Complete Details', 'km', 'years'] },
  { path: '/explore', texts: filters },
  { path: '/showroom', texts: ['Featured By'] },
  { path: '/vehicle-details?vehicle=1', texts: ['Back', 'Enquire Now', 'Schedule Test Ride', 'Book Now'] },
  { path: '/vehicle-details?vehicle=101', texts: ['Enquire Now', 'Schedule Test Ride', 'Book Now', ...usedFacts] },
  { path: '/compare?vehicles=1,2,101,sample-bike-1', texts: [...comparison, 'N/A', 'None reported', 'reviews'] },
  { path: '/compare?vehicles=nothing', texts: ['No Vehicles to Compare', 'Go to Main Page'] },
  { path: '/accessories', texts: ['Helmets', 'Tool Kits & Repair Kits', 'Other Accessories', 'Add'] },
  {
    path: '/insurance',
    texts: [
      ...['Basic Protection', '₹1,200', 'Comprehensive Cover', '₹2,500', 'Premium Protection', '₹3,800'],
      ...['Select Plan', 'How It Works', 'Get Quote', 'Compare Plans', 'Purchase', 'Get Covered', 'Request a Callback'],
    ],
  },
  {
    path: '/emi-calculator',
    texts: [
      ...['Vehicle Price', 'Down Payment', 'Interest Rate', 'Loan Tenure', 'Processing Fee', 'Calculate'],
      ...['Monthly EMI', 'Total Interest', 'Total Payment', 'Principal', 'Interest', 'Apply for Loan'],
      ...['Bank Loan', 'Spot Purchase', 'Zero Interest EMI', 'Loan Summary', 'Proceed to Checkout'],
      ...['Why Choose Our Financing?', '₹1,77,000', '₹74,536', '₹1,84,000', '₹73,400', '₹5,000', '24 hours', '5%'],
      // price 1,00,000, down payment 20,000, 8.5 % over 24 months, fee 1,000
      ...['₹3,636', '₹7,264', '₹1,08,264'],
    ],
  },
  {
    path: '/service',
    texts: ['Maintenance & Repair', 'Extended Warranty', 'Quick Service', 'Premium Care', 'Mon-Sat', 'Sun'],
  },
  { path: '/support', texts: help },
  { path: '/help', texts: help },
  { path: '/feedback', texts: ['4.8', '1,247'] },
  {
    path: '/contact',
    texts: ['Name', 'Email', 'Phone', 'Subject', 'Message', '/2000', 'within 24 hours', 'free', 'UPI'],
  },
  {
    path: '/company-details',
    texts: [
      ...['1000+', '500+', '50+', '24/7', '2023', '₹1,00,000', 'CIN', 'Show map'],
      ...['Why Choose Us', 'Commitment to Society', 'Leadership Team'],
    ],
  },
  {
    path: '/follow-us',
    texts: [
      ...['Back', 'WhatsApp', 'Instagram', 'Facebook', 'Twitter', '1,200+', '2,500+', '3,800+', '1,900+', 'Follow Us'],
      ...['Why Follow Us', 'Exclusive Offers', 'Latest Updates', 'Community'],
    ],
  },
  { path: '/sell-bikes', texts: [...sellCommon, 'Sell New Bike'] },
  { path: '/sell-scooters', texts: [...sellCommon, 'Sell New Scooter'] },
  { path: '/sell-bikes?q=zzzz', texts: ['No bikes found', 'Try adjusting your search terms', 'List Your Bike'] },
  {
    path: '/sell-scooters?q=zzzz',
    texts: ['No scooters found', 'Try adjusting your search terms', 'List Your Scooter'],
  },
  { path: '/sell-bikes?listing=sample-bike-1', texts: ['Bike Details', ...sellPanel] },
  { path: '/sell-scooters?listing=sample-scooter-1', texts: ['Scooter Details', ...sellPanel] },
  { path: '/sell-bikes?view=form', texts: ['Sell Your Bike', 'up to 10 photos', ...sellForm, 'List My Bike'] },
  { path: '/sell-scooters?view=form', texts: ['Sell Your Scooter', ...sellForm, 'List My Scooter'] },
  {
    path: '/dashboard',
    texts: [
      ...['Overview', 'Settings', 'Refresh', 'Total Bikes', 'Available Bikes', 'Total Scooters', 'Available Scooters'],
      ...['Total Contacts', 'New Messages', 'In Progress', 'Resolved', 'Pending'],
      ...['Bike Distribution', 'Scooter Distribution', 'Sell Your Bike', 'Sell Your Scooter'],
      ...['Market Overview', 'Total Vehicles', 'Available Now', 'Successfully Sold'],
    ],
  },
  {
    path: '/dashboard?tab=settings',
    texts: ['Real-time Updates', 'Error Reporting', 'Enabled', '/api'],
  },
  ...['/privacy', '/terms', '/returns'].map((path) => ({ path, texts: footer })),
];

describe.each(said)('$path', ({ path, texts }) => {
  test('has every text of the specification', async () => {
    const { status, body } = await site.request(path);
    expect([200, 404]).toContain(status);
    const text = getVisibleText(body) + getAttributeValues(body, 'aria-label').join(' ');
    const missing = texts.filter((message) => !text.toLowerCase().includes(message.toLowerCase()));
    expect(missing).toEqual([]);
  });
});

test('an upcoming vehicle is coming soon, and has no reviews yet', async () => {
  const { body } = await site.request('/main');
  const [, upcoming = ''] = /Upcoming Bikes[\s\S]*?vehicle=(\w+)/.exec(body) ?? [];
  const text = getVisibleText((await site.request(`/vehicle-details?vehicle=${upcoming}`)).body);
  expect(text).toContain('Coming Soon');
  expect(text).not.toContain('Schedule Test Ride');
  expect(text).not.toContain('Book Now');
});

test('the search of the sell screens names the fields it searches', async () => {
  for (const path of ['/sell-bikes', '/sell-scooters']) {
    const { body } = await site.request(path);
    expect(getAttributeValues(body, 'placeholder').join(' ')).toMatch(/search by name or brand/i);
  }
});
