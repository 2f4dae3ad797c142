ALTER TABLE `listings` ADD `days_used_as_of` text CONSTRAINT "listings_days_used_day" CHECK("days_used_as_of" glob '????-??-??');--> statement-breakpoint
ALTER TABLE `listings` ADD `has_rc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `has_puc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `insurance_until` text CONSTRAINT "listings_insurance_day" CHECK("insurance_until" glob '????-??-??');--> statement-breakpoint
ALTER TABLE `listings` ADD `has_noc` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `is_loan_cleared` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `confirmed_at` text CONSTRAINT "listings_confirmed" CHECK("confirmed_at" glob '????-??-??T??:??:??.???Z');--> statement-breakpoint
ALTER TABLE `listings` ADD `is_behind` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `position` integer GENERATED ALWAYS AS (iif(is_behind, seq - 1099511627776, seq)) VIRTUAL;--> statement-breakpoint

-- A change by its seller confirmed a listing. Days used were stated when it was listed, as far as is known.
UPDATE listings SET confirmed_at = updated_at, days_used_as_of = date(created_at, '+330 minutes') WHERE is_sample = 0;
--> statement-breakpoint
DROP INDEX `listings_availability`;--> statement-breakpoint
DROP INDEX `listings_type`;--> statement-breakpoint
DROP INDEX `listings_brand`;--> statement-breakpoint
DROP INDEX `listings_condition`;--> statement-breakpoint
DROP INDEX `listings_body_style`;--> statement-breakpoint
DROP INDEX `listings_place`;--> statement-breakpoint
CREATE INDEX `listings_position` ON `listings` (`kind`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_availability` ON `listings` (`kind`,`availability`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_type` ON `listings` (`kind`,`type`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_brand` ON `listings` (`kind`,`search_brand`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_condition` ON `listings` (`kind`,`condition`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_body_style` ON `listings` (`kind`,`body_style`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_place` ON `listings` (`kind`,`place`,`position`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_model` ON `listings` (`brand`,`model`,`year`,`present_price_rupees`) WHERE model is not null and availability = 'available' and is_sample = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `listings_unconfirmed` ON `listings` (`confirmed_at`) WHERE is_behind = 0 and availability = 'available' and is_sample = 0 and hidden_at is null;
