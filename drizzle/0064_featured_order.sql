ALTER TABLE `vehicles` ADD `featured_order` integer DEFAULT 1000 NOT NULL CONSTRAINT "vehicles_featured_order" CHECK("featured_order" between 1 and 1000);--> statement-breakpoint
DROP INDEX `vehicles_featured`;--> statement-breakpoint
CREATE INDEX `vehicles_featured` ON `vehicles` (`type`,`featured_order`,`seq` desc) WHERE is_featured = 1;
