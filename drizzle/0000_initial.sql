CREATE TABLE `authenticators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "authenticators_secret" CHECK(length("authenticators"."secret") = 32),
	CONSTRAINT "authenticators_step" CHECK("authenticators"."last_step" >= 0),
	CONSTRAINT "authenticators_created" CHECK("authenticators"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE TABLE `manage_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "manage_keys_hash" CHECK(length("manage_keys"."key_hash") = 64),
	CONSTRAINT "manage_keys_created" CHECK("manage_keys"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `manage_keys_key` ON `manage_keys` (`key_hash`);--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pending_sign_ins_hash" CHECK(length("pending_sign_ins"."ticket_hash") = 64),
	CONSTRAINT "pending_sign_ins_expires" CHECK("pending_sign_ins"."expires_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `authenticators`(`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "recovery_codes_hash" CHECK(length("recovery_codes"."code_hash") = 64)
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`scope` text DEFAULT 'write' NOT NULL,
	`label` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`password_confirmed_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_hash" CHECK(length("sessions"."token_hash") = 64),
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" in ('browser', 'api', 'personal')),
	CONSTRAINT "sessions_scope" CHECK("sessions"."scope" in ('read', 'write')),
	CONSTRAINT "sessions_expires" CHECK("sessions"."expires_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_hash` text NOT NULL,
	`address_hash` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "sign_in_attempts_account_hash" CHECK(length("sign_in_attempts"."account_hash") = 64),
	CONSTRAINT "sign_in_attempts_address_hash" CHECK(length("sign_in_attempts"."address_hash") = 64),
	CONSTRAINT "sign_in_attempts_created_at" CHECK("sign_in_attempts"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_account` ON `sign_in_attempts` (`account_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_address` ON `sign_in_attempts` (`address_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_created` ON `sign_in_attempts` (`created_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text,
	`password_hash` text NOT NULL,
	`phone` text,
	`gender` text NOT NULL,
	`location` text,
	`role` text DEFAULT 'user' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_name_given" CHECK(length(trim("users"."name")) >= 2),
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email") and instr("users"."email", ' ') = 0),
	CONSTRAINT "users_gender" CHECK("users"."gender" in ('male', 'female', 'other')),
	CONSTRAINT "users_role" CHECK("users"."role" in ('user', 'operator')),
	CONSTRAINT "users_created" CHECK("users"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "users_updated" CHECK("users"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `conversation_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`side` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "conversation_messages_side" CHECK("conversation_messages"."side" in ('buyer', 'seller')),
	CONSTRAINT "conversation_messages_text" CHECK(length(trim("conversation_messages"."text")) > 0),
	CONSTRAINT "conversation_messages_created" CHECK("conversation_messages"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversation_messages_of` ON `conversation_messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`vehicle_id` text,
	`listing_name` text NOT NULL,
	`subject` text NOT NULL,
	`seller_user_id` text,
	`seller_key_id` text,
	`buyer_user_id` text,
	`buyer_key_hash` text,
	`buyer_name` text,
	`buyer_email` text,
	`buyer_phone` text,
	`buyer_shares_phone` integer DEFAULT false NOT NULL,
	`buyer_shares_email` integer DEFAULT false NOT NULL,
	`seller_shares_phone` integer DEFAULT false NOT NULL,
	`seller_shares_email` integer DEFAULT false NOT NULL,
	`buyer_unread` integer DEFAULT 0 NOT NULL,
	`seller_unread` integer DEFAULT 0 NOT NULL,
	`is_suspect` integer DEFAULT false NOT NULL,
	`closed_at` text,
	`closed_reason` text,
	`created_at` text NOT NULL,
	`last_written_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`seller_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`seller_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "conversations_listing_name" CHECK(length(trim("conversations"."listing_name")) > 0),
	CONSTRAINT "conversations_subject" CHECK(length(trim("conversations"."subject")) > 0),
	CONSTRAINT "conversations_one_subject" CHECK("conversations"."listing_id" is null or "conversations"."vehicle_id" is null),
	CONSTRAINT "conversations_closed" CHECK("conversations"."closed_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "conversations_closed_reason" CHECK(("conversations"."closed_at" is null) = ("conversations"."closed_reason" is null)),
	CONSTRAINT "conversations_one_seller" CHECK("conversations"."seller_user_id" is null or "conversations"."seller_key_id" is null),
	CONSTRAINT "conversations_one_buyer" CHECK("conversations"."buyer_user_id" is null or "conversations"."buyer_key_hash" is null),
	CONSTRAINT "conversations_key_hash" CHECK(length("conversations"."buyer_key_hash") = 64),
	CONSTRAINT "conversations_unread" CHECK("conversations"."buyer_unread" >= 0 and "conversations"."seller_unread" >= 0),
	CONSTRAINT "conversations_created" CHECK("conversations"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "conversations_written" CHECK("conversations"."last_written_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_buyer_key` ON `conversations` (`buyer_key_hash`);--> statement-breakpoint
CREATE INDEX `conversations_newest` ON `conversations` (`created_at`);--> statement-breakpoint
CREATE INDEX `conversations_listing` ON `conversations` (`listing_id`,`buyer_user_id`);--> statement-breakpoint
CREATE INDEX `conversations_vehicle` ON `conversations` (`vehicle_id`,`buyer_user_id`) WHERE vehicle_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller` ON `conversations` (`seller_user_id`,`last_written_at`) WHERE seller_user_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller_key` ON `conversations` (`seller_key_id`,`last_written_at`) WHERE seller_key_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_buyer` ON `conversations` (`buyer_user_id`,`last_written_at`) WHERE buyer_user_id is not null;--> statement-breakpoint
CREATE TABLE `listing_changes` (
	`kind` text NOT NULL,
	`change` integer NOT NULL,
	`listing_id` text NOT NULL,
	`first_shown` integer NOT NULL,
	`last_shown` integer NOT NULL,
	`sold` integer,
	`removed_at` text,
	PRIMARY KEY(`kind`, `change`),
	CONSTRAINT "listing_changes_kind" CHECK("listing_changes"."kind" in ('bike', 'scooter')),
	CONSTRAINT "listing_changes_order" CHECK("listing_changes"."first_shown" <= "listing_changes"."last_shown" and "listing_changes"."last_shown" <= "listing_changes"."change"),
	CONSTRAINT "listing_changes_removed_at" CHECK("listing_changes"."removed_at" glob '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_changes_listing` ON `listing_changes` (`listing_id`);--> statement-breakpoint
CREATE INDEX `listing_changes_removed` ON `listing_changes` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE TABLE `listing_counters` (
	`kind` text PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`available` integer DEFAULT 0 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	`petrol` integer DEFAULT 0 NOT NULL,
	`electric` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "listing_counters_kind" CHECK("listing_counters"."kind" in ('bike', 'scooter')),
	CONSTRAINT "listing_counters_sum" CHECK("listing_counters"."total" = "listing_counters"."available" + "listing_counters"."sold" and "listing_counters"."total" = "listing_counters"."petrol" + "listing_counters"."electric")
) STRICT;
--> statement-breakpoint
CREATE TABLE `listing_photos` (
	`listing_id` text NOT NULL,
	`position` integer NOT NULL,
	`photo_hash` text NOT NULL,
	PRIMARY KEY(`listing_id`, `position`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`photo_hash`) REFERENCES `photos`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_photos_position" CHECK("listing_photos"."position" between 0 and 9)
) STRICT;
--> statement-breakpoint
CREATE INDEX `listing_photos_photo` ON `listing_photos` (`photo_hash`);--> statement-breakpoint
CREATE TABLE `listings` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`brand` text NOT NULL,
	`model` text,
	`year` integer NOT NULL,
	`type` text NOT NULL,
	`condition` text NOT NULL,
	`days_used` integer NOT NULL,
	`mileage` real NOT NULL,
	`top_speed_kmph` real NOT NULL,
	`present_price_rupees` integer NOT NULL,
	`past_price_rupees` integer NOT NULL,
	`license` text NOT NULL,
	`hide_license_digits` integer DEFAULT false NOT NULL,
	`engine_capacity` text,
	`battery_capacity` text,
	`kilometres_driven` integer,
	`owner_number` integer,
	`city` text,
	`state` text,
	`description` text,
	`features` text DEFAULT '[]' NOT NULL,
	`body_style` text NOT NULL,
	`body_colour` text NOT NULL,
	`accent_colour` text NOT NULL,
	`is_sample` integer DEFAULT false NOT NULL,
	`is_promoted` integer DEFAULT false NOT NULL,
	`rating` real,
	`review_count` integer DEFAULT 0 NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`availability` text DEFAULT 'available' NOT NULL,
	`sold_at` text,
	`owner_user_id` text,
	`manage_key_id` text,
	`hidden_at` text,
	`hidden_reason` text,
	`checked_at` text,
	`search_name` text NOT NULL,
	`search_brand` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`manage_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_kind" CHECK("listings"."kind" in ('bike', 'scooter')),
	CONSTRAINT "listings_name" CHECK(length(trim("listings"."name")) > 0),
	CONSTRAINT "listings_brand_given" CHECK(length(trim("listings"."brand")) > 0),
	CONSTRAINT "listings_license" CHECK(length(trim("listings"."license")) > 0),
	CONSTRAINT "listings_year_range" CHECK("listings"."year" between 2000 and 2100),
	CONSTRAINT "listings_type_known" CHECK("listings"."type" in ('Petrol', 'Electric')),
	CONSTRAINT "listings_condition_known" CHECK("listings"."condition" in ('Excellent', 'Good', 'Fair', 'Poor')),
	CONSTRAINT "listings_availability_known" CHECK("listings"."availability" in ('available', 'sold')),
	CONSTRAINT "listings_style_known" CHECK("listings"."body_style" in ('commuter', 'naked', 'sport', 'cruiser', 'retro', 'adventure', 'scrambler', 'scooter-classic', 'scooter-maxi', 'scooter-electric', 'moped')),
	CONSTRAINT "listings_body_colour" CHECK("listings"."body_colour" glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'),
	CONSTRAINT "listings_accent_colour" CHECK("listings"."accent_colour" glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'),
	CONSTRAINT "listings_days" CHECK("listings"."days_used" >= 0),
	CONSTRAINT "listings_mileage" CHECK("listings"."mileage" >= 0),
	CONSTRAINT "listings_speed" CHECK("listings"."top_speed_kmph" >= 0),
	CONSTRAINT "listings_prices" CHECK("listings"."present_price_rupees" >= 0 and "listings"."past_price_rupees" >= 0),
	CONSTRAINT "listings_kilometres" CHECK("listings"."kilometres_driven" >= 0),
	CONSTRAINT "listings_owner_number" CHECK("listings"."owner_number" between 1 and 9),
	CONSTRAINT "listings_engine" CHECK("listings"."engine_capacity" is null or "listings"."type" = 'Petrol'),
	CONSTRAINT "listings_battery" CHECK("listings"."battery_capacity" is null or "listings"."type" = 'Electric'),
	CONSTRAINT "listings_sold" CHECK(("listings"."availability" = 'sold') = ("listings"."sold_at" is not null)),
	CONSTRAINT "listings_one_owner" CHECK("listings"."owner_user_id" is null or "listings"."manage_key_id" is null),
	CONSTRAINT "listings_sample_not_owned" CHECK("listings"."is_sample" = 0 or ("listings"."owner_user_id" is null and "listings"."manage_key_id" is null)),
	CONSTRAINT "listings_features" CHECK(json_valid("listings"."features") and json_type("listings"."features") = 'array'),
	CONSTRAINT "listings_created" CHECK("listings"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "listings_updated" CHECK("listings"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_id` ON `listings` (`id`);--> statement-breakpoint
CREATE INDEX `listings_newest` ON `listings` (`kind`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability` ON `listings` (`kind`,`availability`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability_price` ON `listings` (`kind`,`availability`,`present_price_rupees`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_type` ON `listings` (`kind`,`type`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_type_price` ON `listings` (`kind`,`type`,`present_price_rupees`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_brand` ON `listings` (`kind`,`search_brand`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_condition` ON `listings` (`kind`,`condition`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_price` ON `listings` (`kind`,`present_price_rupees`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_year` ON `listings` (`kind`,`year`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_unchecked` ON `listings` (`updated_at`) WHERE is_sample = 0 and checked_at is null;--> statement-breakpoint
CREATE INDEX `listings_hidden` ON `listings` (`hidden_at`) WHERE is_sample = 0 and hidden_at is not null;--> statement-breakpoint
CREATE INDEX `listings_kilometres` ON `listings` (`kind`,`kilometres_driven`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_samples` ON `listings` (`kind`,`seq`) WHERE is_sample = 1;--> statement-breakpoint
CREATE INDEX `listings_owner` ON `listings` (`owner_user_id`,`seq`) WHERE owner_user_id is not null;--> statement-breakpoint
CREATE INDEX `listings_manage_key` ON `listings` (`manage_key_id`,`seq`) WHERE manage_key_id is not null;--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`action` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	CONSTRAINT "audit_events_subject_known" CHECK("audit_events"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation', 'account')),
	CONSTRAINT "audit_events_action" CHECK(length(trim("audit_events"."action")) > 0),
	CONSTRAINT "audit_events_created" CHECK("audit_events"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_events_subject` ON `audit_events` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE TABLE `removal_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`reason` text,
	`user_id` text,
	`manage_key_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`manage_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "removal_notices_kind" CHECK("removal_notices"."kind" in ('listing', 'vehicle', 'review')),
	CONSTRAINT "removal_notices_name" CHECK(length(trim("removal_notices"."name")) > 0),
	CONSTRAINT "removal_notices_owner" CHECK(("removal_notices"."user_id" is null) <> ("removal_notices"."manage_key_id" is null)),
	CONSTRAINT "removal_notices_created" CHECK("removal_notices"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `removal_notices_user` ON `removal_notices` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `removal_notices_key` ON `removal_notices` (`manage_key_id`,`created_at`) WHERE manage_key_id is not null;--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`about_kind` text NOT NULL,
	`about_id` text NOT NULL,
	`reason` text NOT NULL,
	`comment` text,
	`user_id` text,
	`from_side` text,
	`is_suspect` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_kind" CHECK("reports"."about_kind" in ('listing', 'vehicle', 'review', 'conversation')),
	CONSTRAINT "reports_reason" CHECK("reports"."reason" in ('fraud', 'wrong-facts', 'sold-already', 'offensive', 'spam', 'other')),
	CONSTRAINT "reports_comment" CHECK(length(trim("reports"."comment")) > 0),
	CONSTRAINT "reports_side" CHECK("reports"."from_side" in ('buyer', 'seller')),
	CONSTRAINT "reports_created" CHECK("reports"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "reports_settled" CHECK("reports"."settled_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`about_kind`,`about_id`,`created_at`) WHERE settled_at is null and is_suspect = 0;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`about_kind`,`about_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_each` ON `reports` (`user_id`,`about_kind`,`about_id`) WHERE user_id is not null and settled_at is null;--> statement-breakpoint
CREATE TABLE `draft_photos` (
	`draft_id` text NOT NULL,
	`position` integer NOT NULL,
	`photo_hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`draft_id`, `position`),
	FOREIGN KEY (`photo_hash`) REFERENCES `photos`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "draft_photos_position" CHECK("draft_photos"."position" between 0 and 9),
	CONSTRAINT "draft_photos_draft" CHECK(length("draft_photos"."draft_id") = 64),
	CONSTRAINT "draft_photos_created_at" CHECK("draft_photos"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `draft_photos_photo` ON `draft_photos` (`photo_hash`);--> statement-breakpoint
CREATE INDEX `draft_photos_created` ON `draft_photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `photo_renditions` (
	`photo_hash` text NOT NULL,
	`width` integer NOT NULL,
	`webp` blob NOT NULL,
	`checksum` text NOT NULL,
	PRIMARY KEY(`photo_hash`, `width`),
	FOREIGN KEY (`photo_hash`) REFERENCES `photos`(`hash`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "photo_renditions_width" CHECK("photo_renditions"."width" > 0),
	CONSTRAINT "photo_renditions_webp" CHECK(length("photo_renditions"."webp") > 0),
	CONSTRAINT "photo_renditions_checksum" CHECK(length("photo_renditions"."checksum") = 64)
) STRICT;
--> statement-breakpoint
CREATE TABLE `photos` (
	`hash` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`source` text,
	`is_unused` integer DEFAULT true NOT NULL,
	CONSTRAINT "photos_hash" CHECK(length("photos"."hash") = 64),
	CONSTRAINT "photos_size" CHECK("photos"."width" > 0 and "photos"."height" > 0),
	CONSTRAINT "photos_created_at" CHECK("photos"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `photos_created` ON `photos` (`created_at`);--> statement-breakpoint
CREATE INDEX `photos_unused` ON `photos` (`source`,`bytes`) WHERE "photos"."is_unused" = 1;--> statement-breakpoint
CREATE TABLE `contact_counters` (
	`status` text PRIMARY KEY NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_counters_status" CHECK("contact_counters"."status" in ('new', 'in-progress', 'pending', 'resolved')),
	CONSTRAINT "contact_counters_messages" CHECK("contact_counters"."messages" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`category` text DEFAULT 'general' NOT NULL,
	`priority` text DEFAULT 'medium' NOT NULL,
	`source` text DEFAULT 'website' NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`about_vehicle_id` text,
	`about_listing_id` text,
	`user_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`about_vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`about_listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "contact_messages_name" CHECK(length(trim("contact_messages"."name")) > 0),
	CONSTRAINT "contact_messages_category_known" CHECK("contact_messages"."category" in ('general', 'support', 'sales', 'feedback', 'complaint', 'partnership')),
	CONSTRAINT "contact_messages_priority_known" CHECK("contact_messages"."priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "contact_messages_status_known" CHECK("contact_messages"."status" in ('new', 'in-progress', 'pending', 'resolved')),
	CONSTRAINT "contact_messages_created" CHECK("contact_messages"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "contact_messages_updated" CHECK("contact_messages"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_messages_newest` ON `contact_messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_status` ON `contact_messages` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_category` ON `contact_messages` (`category`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_priority` ON `contact_messages` (`priority`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_listing` ON `contact_messages` (`about_listing_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_vehicle` ON `contact_messages` (`about_vehicle_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_user` ON `contact_messages` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `contact_tags` (
	`message_id` text NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`message_id`, `tag`),
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "contact_tags_given" CHECK(length(trim("contact_tags"."tag")) > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_tags_tag` ON `contact_tags` (`tag`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`rating` integer NOT NULL,
	`is_anonymous` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`priority` text NOT NULL,
	`response_message` text,
	`responded_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feedback_rating" CHECK("feedback"."rating" between 1 and 5),
	CONSTRAINT "feedback_status_known" CHECK("feedback"."status" in ('open', 'in-review', 'resolved', 'closed')),
	CONSTRAINT "feedback_priority_known" CHECK("feedback"."priority" in ('low', 'medium', 'high')),
	CONSTRAINT "feedback_response" CHECK(("feedback"."response_message" is null) = ("feedback"."responded_at" is null)),
	CONSTRAINT "feedback_created" CHECK("feedback"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "feedback_updated" CHECK("feedback"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `feedback_newest` ON `feedback` ("created_at" desc,`id`);--> statement-breakpoint
CREATE INDEX `feedback_user` ON `feedback` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `feedback_status` ON `feedback` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `feedback_priority` ON `feedback` (`priority`,`created_at`);--> statement-breakpoint
CREATE INDEX `feedback_type` ON `feedback` (`type`,`created_at`);--> statement-breakpoint
CREATE TABLE `service_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`service_type` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_phone` text NOT NULL,
	`contact_email` text NOT NULL,
	`vehicle_type` text,
	`vehicle_brand` text,
	`vehicle_model` text,
	`vehicle_year` integer,
	`registration_number` text,
	`description` text,
	`preferred_day` text,
	`preferred_time` text,
	`urgency` text DEFAULT 'medium' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "service_requests_vehicle" CHECK("service_requests"."vehicle_type" in ('bike', 'scooter', 'car')),
	CONSTRAINT "service_requests_urgency" CHECK("service_requests"."urgency" in ('low', 'medium', 'high')),
	CONSTRAINT "service_requests_status_known" CHECK("service_requests"."status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled')),
	CONSTRAINT "service_requests_day" CHECK("service_requests"."preferred_day" glob '????-??-??'),
	CONSTRAINT "service_requests_created" CHECK("service_requests"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "service_requests_updated" CHECK("service_requests"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `service_requests_newest` ON `service_requests` ("created_at" desc,`id`);--> statement-breakpoint
CREATE INDEX `service_requests_user` ON `service_requests` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `service_requests_user_status` ON `service_requests` (`user_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `service_requests_status` ON `service_requests` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `favourites` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`vehicle_id` text,
	`listing_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "favourites_one_subject" CHECK(("favourites"."vehicle_id" is null) <> ("favourites"."listing_id" is null)),
	CONSTRAINT "favourites_created" CHECK("favourites"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `favourites_vehicle` ON `favourites` (`user_id`,`vehicle_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `favourites_listing` ON `favourites` (`user_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `favourites_of_vehicle` ON `favourites` (`vehicle_id`);--> statement-breakpoint
CREATE INDEX `favourites_of_listing` ON `favourites` (`listing_id`);--> statement-breakpoint
CREATE TABLE `review_helpful_votes` (
	`review_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`review_id`, `user_id`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_helpful_votes_user` ON `review_helpful_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text,
	`listing_id` text,
	`user_id` text NOT NULL,
	`rating` integer NOT NULL,
	`title` text,
	`comment` text NOT NULL,
	`helpful_count` integer DEFAULT 0 NOT NULL,
	`hidden_at` text,
	`hidden_reason` text,
	`checked_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "reviews_one_subject" CHECK(("reviews"."vehicle_id" is null) <> ("reviews"."listing_id" is null)),
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_comment" CHECK(length(trim("reviews"."comment")) > 0),
	CONSTRAINT "reviews_created" CHECK("reviews"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "reviews_updated" CHECK("reviews"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_one_per_vehicle` ON `reviews` (`user_id`,`vehicle_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_one_per_listing` ON `reviews` (`user_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `reviews_vehicle` ON `reviews` (`vehicle_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_listing` ON `reviews` (`listing_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_newest` ON `reviews` (`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_unchecked` ON `reviews` (`updated_at`) WHERE checked_at is null;--> statement-breakpoint
CREATE INDEX `reviews_hidden` ON `reviews` (`hidden_at`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE TABLE `content_revision` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	CONSTRAINT "content_revision_one_row" CHECK("content_revision"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`command` text NOT NULL,
	`key_hash` text NOT NULL,
	`content_hash` text NOT NULL,
	`encrypted_response` blob NOT NULL,
	`created_at` text NOT NULL,
	`sender_hash` text,
	PRIMARY KEY(`command`, `key_hash`),
	CONSTRAINT "idempotency_keys_key" CHECK(length("idempotency_keys"."key_hash") = 64),
	CONSTRAINT "idempotency_keys_content" CHECK(length("idempotency_keys"."content_hash") = 64),
	CONSTRAINT "idempotency_keys_created_at" CHECK("idempotency_keys"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `seeds` (
	`name` text PRIMARY KEY NOT NULL,
	`content_hash` text NOT NULL,
	`seeded_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `site_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`key` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `brands` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`initial` text NOT NULL,
	`position` integer NOT NULL,
	CONSTRAINT "brands_initial" CHECK(length("brands"."initial") = 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `brands_name` ON `brands` (`name`);--> statement-breakpoint
CREATE TABLE `vehicle_colourways` (
	`vehicle_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`body_colour` text NOT NULL,
	`accent_colour` text NOT NULL,
	PRIMARY KEY(`vehicle_id`, `position`),
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "vehicle_colourways_position" CHECK("vehicle_colourways"."position" between 1 and 3),
	CONSTRAINT "vehicle_colourways_body" CHECK("vehicle_colourways"."body_colour" glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'),
	CONSTRAINT "vehicle_colourways_accent" CHECK("vehicle_colourways"."accent_colour" glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]')
) STRICT;
--> statement-breakpoint
CREATE TABLE `vehicle_photos` (
	`vehicle_id` text NOT NULL,
	`position` integer NOT NULL,
	`photo_hash` text NOT NULL,
	PRIMARY KEY(`vehicle_id`, `position`),
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`photo_hash`) REFERENCES `photos`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vehicle_photos_position" CHECK("vehicle_photos"."position" between 0 and 9)
) STRICT;
--> statement-breakpoint
CREATE INDEX `vehicle_photos_photo` ON `vehicle_photos` (`photo_hash`);--> statement-breakpoint
CREATE TABLE `vehicles` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`brand` text NOT NULL,
	`variant` text,
	`type` text NOT NULL,
	`stock` text NOT NULL,
	`category` text,
	`body_style` text NOT NULL,
	`segment` text,
	`fuel` text NOT NULL,
	`price_rupees` integer NOT NULL,
	`original_price_rupees` integer,
	`price_is_expected` integer DEFAULT false NOT NULL,
	`offers` text,
	`bank_offer_rupees` integer,
	`launch_day` text,
	`launch_day_is_expected` integer DEFAULT false NOT NULL,
	`rating` real,
	`review_count` integer DEFAULT 0 NOT NULL,
	`sales_count` integer DEFAULT 0 NOT NULL,
	`engine_cc` real,
	`cylinders` integer,
	`cooling` text,
	`motor_peak_kw` real,
	`power_ps` real,
	`power_rpm` integer,
	`torque_nm` real,
	`torque_rpm` integer,
	`transmission` text,
	`gears` integer,
	`top_speed_kmph` real,
	`acceleration_0_to_60_s` real,
	`mileage_kmpl` real,
	`tank_litres` real,
	`battery_kwh` real,
	`range_km` real,
	`charge_hours` real,
	`kerb_weight_kg` real,
	`length_mm` integer,
	`width_mm` integer,
	`height_mm` integer,
	`wheelbase_mm` integer,
	`seat_height_mm` integer,
	`ground_clearance_mm` integer,
	`seating` integer,
	`brakes` text,
	`lights` text,
	`comfort` text,
	`compatibility` text,
	`description` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`highlights` text DEFAULT '[]' NOT NULL,
	`damages` text DEFAULT '[]' NOT NULL,
	`complaints` text DEFAULT '[]' NOT NULL,
	`estimated` text DEFAULT '[]' NOT NULL,
	`has_tool_kit` integer,
	`estimated_life_years` integer,
	`condition` text NOT NULL,
	`kilometres_driven` integer,
	`years_used` real,
	`model_year` integer,
	`owners` integer,
	`upkeep` text,
	`registration` text,
	`number_plate` text,
	`city` text,
	`state` text,
	`is_core` integer DEFAULT false NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`is_popular` integer DEFAULT false NOT NULL,
	`is_in_showroom` integer DEFAULT false NOT NULL,
	`showroom_tag` text,
	`is_insured` integer DEFAULT false NOT NULL,
	`emi_pick_order` integer,
	`is_built_in` integer DEFAULT false NOT NULL,
	`owner_user_id` text,
	`hidden_at` text,
	`hidden_reason` text,
	`checked_at` text,
	`search_name` text NOT NULL,
	`search_brand` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "vehicles_name" CHECK(length(trim("vehicles"."name")) > 0),
	CONSTRAINT "vehicles_brand_given" CHECK(length(trim("vehicles"."brand")) > 0),
	CONSTRAINT "vehicles_type_known" CHECK("vehicles"."type" in ('Bike', 'Scooter')),
	CONSTRAINT "vehicles_stock_known" CHECK("vehicles"."stock" in ('new', 'used', 'upcoming')),
	CONSTRAINT "vehicles_category_known" CHECK("vehicles"."category" in ('popular', 'upcoming')),
	CONSTRAINT "vehicles_style_known" CHECK("vehicles"."body_style" in ('commuter', 'naked', 'sport', 'cruiser', 'retro', 'adventure', 'scrambler', 'scooter-classic', 'scooter-maxi', 'scooter-electric', 'moped')),
	CONSTRAINT "vehicles_fuel_known" CHECK("vehicles"."fuel" in ('Petrol', 'Diesel', 'Electric', 'Hybrid')),
	CONSTRAINT "vehicles_condition_known" CHECK("vehicles"."condition" in ('Brand New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor')),
	CONSTRAINT "vehicles_price_range" CHECK("vehicles"."price_rupees" >= 0 and ("vehicles"."original_price_rupees" is null or "vehicles"."original_price_rupees" >= 0)),
	CONSTRAINT "vehicles_rating_range" CHECK("vehicles"."rating" between 1 and 5),
	CONSTRAINT "vehicles_launch_day" CHECK("vehicles"."launch_day" glob '????-??-??'),
	CONSTRAINT "vehicles_tags" CHECK(json_valid("vehicles"."tags") and json_type("vehicles"."tags") = 'array'),
	CONSTRAINT "vehicles_highlights" CHECK(json_valid("vehicles"."highlights") and json_type("vehicles"."highlights") = 'array'),
	CONSTRAINT "vehicles_damages" CHECK(json_valid("vehicles"."damages") and json_type("vehicles"."damages") = 'array'),
	CONSTRAINT "vehicles_complaints" CHECK(json_valid("vehicles"."complaints") and json_type("vehicles"."complaints") = 'array'),
	CONSTRAINT "vehicles_estimated" CHECK(json_valid("vehicles"."estimated") and json_type("vehicles"."estimated") = 'array'),
	CONSTRAINT "vehicles_electric" CHECK("vehicles"."fuel" <> 'Electric' or ("vehicles"."mileage_kmpl" is null and "vehicles"."engine_cc" is null)),
	CONSTRAINT "vehicles_built_in" CHECK("vehicles"."is_built_in" = 0 or "vehicles"."owner_user_id" is null),
	CONSTRAINT "vehicles_upcoming" CHECK(("vehicles"."stock" = 'upcoming') = (coalesce("vehicles"."category", '') = 'upcoming')),
	CONSTRAINT "vehicles_created" CHECK("vehicles"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "vehicles_updated" CHECK("vehicles"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `vehicles_id` ON `vehicles` (`id`);--> statement-breakpoint
CREATE INDEX `vehicles_newest` ON `vehicles` (`seq`,`type`,`fuel`,`mileage_kmpl`,`price_rupees`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_type` ON `vehicles` (`type`,`stock`,`seq`,`is_built_in`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_stock` ON `vehicles` (`stock`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_category` ON `vehicles` (`category`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_brand` ON `vehicles` (`search_brand`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_fuel` ON `vehicles` (`fuel`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_condition` ON `vehicles` (`condition`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_price` ON `vehicles` (`price_rupees`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_rating` ON `vehicles` (`rating`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_mileage` ON `vehicles` (`mileage_kmpl`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_year` ON `vehicles` (`model_year`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_kilometres` ON `vehicles` (`kilometres_driven`,`seq`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_owner` ON `vehicles` (`owner_user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `vehicles_offered` ON `vehicles` (`seq`) WHERE is_built_in = 0;--> statement-breakpoint
CREATE INDEX `vehicles_unchecked` ON `vehicles` (`updated_at`) WHERE is_built_in = 0 and checked_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_hidden` ON `vehicles` (`hidden_at`) WHERE is_built_in = 0 and hidden_at is not null;--> statement-breakpoint
CREATE INDEX `vehicles_featured` ON `vehicles` (`type`,`seq`) WHERE is_featured = 1;--> statement-breakpoint
CREATE INDEX `vehicles_popular` ON `vehicles` (`seq`) WHERE is_popular = 1;--> statement-breakpoint
CREATE INDEX `vehicles_showroom` ON `vehicles` (`type`,`seq`) WHERE is_in_showroom = 1;
