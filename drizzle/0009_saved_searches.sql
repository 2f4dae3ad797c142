CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`visitor_hash` text,
	`query` text NOT NULL,
	`name` text,
	`since_vehicle` integer NOT NULL,
	`since_listing` integer NOT NULL,
	`seen_vehicle` integer NOT NULL,
	`seen_listing` integer NOT NULL,
	`visited_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_searches_owner" CHECK(("saved_searches"."user_id" is null) <> ("saved_searches"."visitor_hash" is null)),
	CONSTRAINT "saved_searches_query" CHECK(length(trim("saved_searches"."query")) > 0),
	CONSTRAINT "saved_searches_name" CHECK(length(trim("saved_searches"."name")) > 0),
	CONSTRAINT "saved_searches_order" CHECK("saved_searches"."since_vehicle" <= "saved_searches"."seen_vehicle" and "saved_searches"."since_listing" <= "saved_searches"."seen_listing"),
	CONSTRAINT "saved_searches_visited_at" CHECK("saved_searches"."visited_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "saved_searches_created" CHECK("saved_searches"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_user` ON `saved_searches` (`user_id`,`query`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_visitor` ON `saved_searches` (`visitor_hash`,`query`);--> statement-breakpoint
CREATE INDEX `saved_searches_visited` ON `saved_searches` (`visited_at`) WHERE visitor_hash is not null;--> statement-breakpoint
CREATE INDEX `saved_searches_vehicle` ON `saved_searches` (`seen_vehicle`);--> statement-breakpoint
CREATE INDEX `saved_searches_listing` ON `saved_searches` (`seen_listing`);--> statement-breakpoint
-- The number of a deleted newest row is used again: what was seen ends below it.
CREATE TRIGGER saved_searches_vehicle_deleted AFTER DELETE ON vehicles WHEN old.seq > coalesce((SELECT max(seq) FROM vehicles), 0) BEGIN
  UPDATE saved_searches SET since_vehicle = min(since_vehicle, coalesce((SELECT max(seq) FROM vehicles), 0)), seen_vehicle = coalesce((SELECT max(seq) FROM vehicles), 0)
  WHERE seen_vehicle > coalesce((SELECT max(seq) FROM vehicles), 0);
END;
--> statement-breakpoint
CREATE TRIGGER saved_searches_listing_deleted AFTER DELETE ON listings WHEN old.seq > coalesce((SELECT max(seq) FROM listings), 0) BEGIN
  UPDATE saved_searches SET since_listing = min(since_listing, coalesce((SELECT max(seq) FROM listings), 0)), seen_listing = coalesce((SELECT max(seq) FROM listings), 0)
  WHERE seen_listing > coalesce((SELECT max(seq) FROM listings), 0);
END;
