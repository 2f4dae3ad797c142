CREATE TABLE `stock_change_photos` (
	`change_id` integer NOT NULL,
	`photo_hash` text NOT NULL,
	PRIMARY KEY(`change_id`, `photo_hash`),
	FOREIGN KEY (`change_id`) REFERENCES `stock_changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`photo_hash`) REFERENCES `photos`(`hash`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_change_photos_photo` ON `stock_change_photos` (`photo_hash`);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `is_draft` integer DEFAULT false NOT NULL CONSTRAINT "vehicles_draft" CHECK(`is_draft` = 0 or `hidden_at` is not null);
