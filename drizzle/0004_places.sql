CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`city` text NOT NULL,
	`state_code` text NOT NULL,
	CONSTRAINT "places_id" CHECK("places"."id" glob '[a-z][a-z]-*'),
	CONSTRAINT "places_city" CHECK(length(trim("places"."city")) > 0),
	CONSTRAINT "places_state" CHECK("places"."state_code" glob '[A-Z][A-Z]')
) STRICT;
--> statement-breakpoint
ALTER TABLE `listings` ADD `place` text REFERENCES places(id);--> statement-breakpoint
CREATE INDEX `listings_place` ON `listings` (`kind`,`place`,`seq`) WHERE is_sample = 0 and hidden_at is null;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `place` text REFERENCES places(id);--> statement-breakpoint
CREATE INDEX `vehicles_place` ON `vehicles` (`place`,`seq`) WHERE hidden_at is null;
