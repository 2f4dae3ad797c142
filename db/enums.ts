/**
 * Every stored list of options, defined once: columns, CHECKs, validation schemas, the API's contract and the labels of
 * forms are derived from these. Forms and the API document show them in this order. Browser code may import this file,
 * so it has no imports.
 */

export const teamRoles = ['clerk', 'manager', 'owner'] as const;
export type TeamRole = (typeof teamRoles)[number];
export const roles = ['user', ...teamRoles] as const;
export type Role = (typeof roles)[number];

export const genders = ['male', 'female', 'other'] as const;
export type Gender = (typeof genders)[number];

export const sessionKinds = ['browser', 'api', 'personal'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/**
 * A write token may also change what its user may, but not create tokens, change the password or delete the account.
 */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const recoveryCodeOrigins = ['own', 'issued', 'mailed'] as const;

export const bodyStyles = [
  'commuter',
  'naked',
  'sport',
  'cruiser',
  'retro',
  'adventure',
  'scrambler',
  'scooter-classic',
  'scooter-maxi',
  'scooter-electric',
  'moped',
] as const;
export type BodyStyle = (typeof bodyStyles)[number];

export const vehicleTypes = ['Bike', 'Scooter'] as const;
export type VehicleType = (typeof vehicleTypes)[number];

export const vehicleStocks = ['new', 'used', 'upcoming'] as const;
export type VehicleStock = (typeof vehicleStocks)[number];

export const vehicleCategories = ['popular', 'upcoming'] as const;
export type VehicleCategory = (typeof vehicleCategories)[number];

export const fuelTypes = ['Petrol', 'Diesel', 'Electric', 'Hybrid'] as const;
export type FuelType = (typeof fuelTypes)[number];

/** docs/product.md, "Used vehicles". */
export const usedConditions = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
export type UsedCondition = (typeof usedConditions)[number];

export const vehicleConditions = ['Brand New', ...usedConditions] as const;
export type VehicleCondition = (typeof vehicleConditions)[number];

export const coolings = ['air', 'oil', 'air-oil', 'liquid'] as const;
export type Cooling = (typeof coolings)[number];

export const transmissions = ['manual', 'automatic'] as const;
export type Transmission = (typeof transmissions)[number];

export const brakeTypes = ['disc', 'drum'] as const;
export type BrakeType = (typeof brakeTypes)[number];

export const listingKinds = ['bike', 'scooter'] as const;
export type ListingKind = (typeof listingKinds)[number];

export const listingTypes = ['Petrol', 'Electric'] as const;
export type ListingType = (typeof listingTypes)[number];

export const listingConditions = ['Excellent', 'Good', 'Fair', 'Poor'] as const;
export type ListingCondition = (typeof listingConditions)[number];

export const availabilities = ['available', 'sold'] as const;
export type Availability = (typeof availabilities)[number];

export const contactCategories = ['general', 'support', 'sales', 'feedback', 'complaint', 'partnership'] as const;
export type ContactCategory = (typeof contactCategories)[number];

export const contactPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export type ContactPriority = (typeof contactPriorities)[number];

export const contactStatuses = ['new', 'in-progress', 'pending', 'resolved'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const requestKinds = ['message', 'service', 'feedback', 'appointment'] as const;
export type RequestKind = (typeof requestKinds)[number];
export const isRequestKind = (text: string): text is RequestKind => requestKinds.some((kind) => kind === text);

export const bookingTag = 'booking';

export const serviceVehicleTypes = ['bike', 'scooter', 'car'] as const;
export type ServiceVehicleType = (typeof serviceVehicleTypes)[number];

export const serviceUrgencies = ['low', 'medium', 'high'] as const;
export type ServiceUrgency = (typeof serviceUrgencies)[number];

export const serviceStatuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;
export type ServiceStatus = (typeof serviceStatuses)[number];

export const feedbackStatuses = ['open', 'in-review', 'resolved', 'closed'] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

export const feedbackPriorities = ['low', 'medium', 'high'] as const;
export type FeedbackPriority = (typeof feedbackPriorities)[number];

export const appointmentKinds = ['test-ride', 'service', 'purchase'] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];

export const appointmentStatuses = ['requested', 'confirmed', 'done', 'cancelled'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

export const appointmentSides = ['customer', 'business'] as const;
export type AppointmentSide = (typeof appointmentSides)[number];

/** In a conversation with the desk, the customer is the buyer. */
export const conversationSides = ['buyer', 'seller'] as const;
export type ConversationSide = (typeof conversationSides)[number];

/** docs/product.md, "Mail". */
export const mailKinds = ['message', 'answer', 'appointment', 'report', 'recovery', 'lead', 'invite'] as const;
export type MailKind = (typeof mailKinds)[number];

/** When a member of the team gets a mail about new customers. */
export const leadMailTimes = ['at-once', 'hourly'] as const;
export type LeadMailTime = (typeof leadMailTimes)[number];

/**
 * State of a mail. `claimed`: being prepared, no content sent yet. `sending`: the server may have received all of it.
 * `unknown`: interrupted while sending, so not sent again.
 */
export const mailStates = ['waiting', 'claimed', 'sending', 'sent', 'failed', 'unknown'] as const;
export type MailState = (typeof mailStates)[number];

export const publicSubjects = ['listing', 'vehicle', 'review'] as const;
export type PublicSubject = (typeof publicSubjects)[number];

export const reportedSubjects = [...publicSubjects, 'conversation'] as const;
export type ReportedSubject = (typeof reportedSubjects)[number];

/** Not sorted: the order is fixed by a CHECK. */
export const auditSubjects = [
  'message',
  'service',
  'feedback',
  ...reportedSubjects,
  'account',
  'road-tax',
  'appointment',
  'branch',
  'brand',
  'setting',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export const reportReasons = ['fraud', 'wrong-facts', 'sold-already', 'offensive', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const stockSubjects = ['vehicle', 'listing'] as const;
export type StockSubject = (typeof stockSubjects)[number];

export const stockActions = ['added', 'changed', 'sold', 'for sale', 'hidden', 'public', 'retired', 'undone'] as const;
export type StockAction = (typeof stockActions)[number];

export const importKinds = ['stock', 'listings', 'customers'] as const;

/** Work on those that end with `ing` is done by a process of its own. */
export const importStates = ['checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** What operators can change of the shop itself: its facts, its look and its texts. */
export const settingNames = [
  'shop',
  'look',
  'company',
  'team',
  'home',
  'banners',
  'faq',
  'service-types',
  'accessories',
  'insurance',
  'loans',
  'donations',
  'follow-us',
  'safety',
  'privacy',
  'terms',
  'returns',
  'fuel',
  'sections',
] as const;
export type SettingName = (typeof settingNames)[number];

/** Parts of the shop that an owner can switch off. */
export const shopSections = [
  'insurance',
  'accessories',
  'service',
  'support',
  'donations',
  'feedback',
  'follow-us',
] as const;
export type ShopSection = (typeof shopSections)[number];

/** Drawings of people. */
export const faceStyles = ['short', 'long', 'bun', 'turban', 'moustache'] as const;
export type FaceStyle = (typeof faceStyles)[number];

/** Of a vehicle among the featured that was never moved. */
export const lastFeaturedPlace = 1_000;
