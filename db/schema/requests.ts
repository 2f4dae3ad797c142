import { desc, sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  contactCategories,
  contactPriorities,
  contactStatuses,
  feedbackPriorities,
  feedbackStatuses,
  serviceStatuses,
  serviceUrgencies,
  serviceVehicleTypes,
} from '../enums';
import { users } from './accounts';
import { createdAt, isDay, isNotBlank, isOneOf, isTimestamp, updatedAt, version, yesOrNo } from './columns';
import { listings } from './listings';
import { vehicles } from './vehicles';

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    category: text('category', { enum: contactCategories }).notNull().default('general'),
    priority: text('priority', { enum: contactPriorities }).notNull().default('medium'),
    source: text('source').notNull().default('website'),
    status: text('status', { enum: contactStatuses }).notNull().default('new'),
    aboutVehicleId: text('about_vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    aboutListingId: text('about_listing_id').references(() => listings.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('contact_messages_newest').on(t.createdAt),
    index('contact_messages_status').on(t.status, t.createdAt),
    index('contact_messages_category').on(t.category, t.createdAt),
    index('contact_messages_priority').on(t.priority, t.createdAt),
    index('contact_messages_listing').on(t.aboutListingId, t.createdAt),
    index('contact_messages_vehicle').on(t.aboutVehicleId, t.createdAt),
    index('contact_messages_about').on(t.createdAt, t.aboutVehicleId).where(sql`about_vehicle_id is not null`),
    index('contact_messages_user').on(t.userId, t.createdAt),
    index('contact_messages_email').on(sql`lower(email)`),
    index('contact_messages_phone').on(t.phone).where(sql`phone is not null`),
    check('contact_messages_name', isNotBlank(t.name)),
    check('contact_messages_category_known', isOneOf(t.category, contactCategories)),
    check('contact_messages_priority_known', isOneOf(t.priority, contactPriorities)),
    check('contact_messages_status_known', isOneOf(t.status, contactStatuses)),
    check('contact_messages_created', isTimestamp(t.createdAt)),
    check('contact_messages_updated', isTimestamp(t.updatedAt)),
  ],
);

export const contactTags = sqliteTable(
  'contact_tags',
  {
    messageId: text('message_id').notNull(),
    tag: text('tag').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.tag] }),
    foreignKey({ columns: [t.messageId], foreignColumns: [contactMessages.id] }).onDelete('cascade'),
    index('contact_tags_tag').on(t.tag),
    check('contact_tags_given', isNotBlank(t.tag)),
  ],
);

/** Without those tagged `suspected-spam`. */
export const contactCounters = sqliteTable(
  'contact_counters',
  {
    status: text('status', { enum: contactStatuses }).primaryKey(),
    messages: integer('messages').notNull().default(0),
  },
  (t) => [
    check('contact_counters_status', isOneOf(t.status, contactStatuses)),
    check('contact_counters_messages', sql`${t.messages} >= 0`),
  ],
);

export const serviceRequests = sqliteTable(
  'service_requests',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serviceType: text('service_type').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    contactEmail: text('contact_email').notNull(),
    vehicleType: text('vehicle_type', { enum: serviceVehicleTypes }),
    vehicleBrand: text('vehicle_brand'),
    vehicleModel: text('vehicle_model'),
    vehicleYear: integer('vehicle_year'),
    registrationNumber: text('registration_number'),
    description: text('description'),
    preferredDay: text('preferred_day'),
    preferredTime: text('preferred_time'),
    urgency: text('urgency', { enum: serviceUrgencies }).notNull().default('medium'),
    status: text('status', { enum: serviceStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('service_requests_newest').on(desc(t.createdAt), t.id),
    index('service_requests_user').on(t.userId, t.createdAt),
    index('service_requests_user_status').on(t.userId, t.status, t.createdAt),
    index('service_requests_status').on(t.status, t.createdAt),
    index('service_requests_email').on(sql`lower(contact_email)`),
    index('service_requests_phone').on(t.contactPhone),
    check('service_requests_vehicle', isOneOf(t.vehicleType, serviceVehicleTypes)),
    check('service_requests_urgency', isOneOf(t.urgency, serviceUrgencies)),
    check('service_requests_status_known', isOneOf(t.status, serviceStatuses)),
    check('service_requests_day', isDay(t.preferredDay)),
    check('service_requests_created', isTimestamp(t.createdAt)),
    check('service_requests_updated', isTimestamp(t.updatedAt)),
  ],
);

export const feedback = sqliteTable(
  'feedback',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    rating: integer('rating').notNull(),
    isAnonymous: yesOrNo('is_anonymous'),
    status: text('status', { enum: feedbackStatuses }).notNull().default('open'),
    priority: text('priority', { enum: feedbackPriorities }).notNull(),
    responseMessage: text('response_message'),
    respondedAt: text('responded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('feedback_newest').on(desc(t.createdAt), t.id),
    index('feedback_user').on(t.userId, t.createdAt),
    index('feedback_status').on(t.status, t.createdAt),
    index('feedback_priority').on(t.priority, t.createdAt),
    index('feedback_type').on(t.type, t.createdAt),
    check('feedback_rating', sql`${t.rating} between 1 and 5`),
    check('feedback_status_known', isOneOf(t.status, feedbackStatuses)),
    check('feedback_priority_known', isOneOf(t.priority, feedbackPriorities)),
    check('feedback_response', sql`(${t.responseMessage} is null) = (${t.respondedAt} is null)`),
    check('feedback_created', isTimestamp(t.createdAt)),
    check('feedback_updated', isTimestamp(t.updatedAt)),
  ],
);
