CREATE TABLE `search_changes` (
	`change` integer PRIMARY KEY NOT NULL,
	`item` text NOT NULL,
	`seq` integer NOT NULL,
	CONSTRAINT "search_changes_item" CHECK("search_changes"."item" in ('listing', 'vehicle'))
) STRICT;
--> statement-breakpoint
DROP INDEX `listings_facts`;