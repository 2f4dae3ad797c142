ALTER TABLE `listings` DROP COLUMN `search_name`;--> statement-breakpoint
ALTER TABLE `vehicles` DROP COLUMN `search_name`;