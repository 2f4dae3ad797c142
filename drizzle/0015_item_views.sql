CREATE TABLE `item_views` (
	`item_id` text NOT NULL,
	`day` text NOT NULL,
	`visitors` integer NOT NULL,
	PRIMARY KEY(`item_id`, `day`),
	CONSTRAINT "item_views_day_valid" CHECK("item_views"."day" glob '????-??-??'),
	CONSTRAINT "item_views_visitors" CHECK("item_views"."visitors" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `item_views_day` ON `item_views` (`day`);