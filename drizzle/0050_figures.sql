CREATE TABLE `missed_searches` (
	`week` text NOT NULL,
	`text` text NOT NULL,
	`visitors` integer NOT NULL,
	PRIMARY KEY(`week`, `text`),
	CONSTRAINT "missed_searches_week" CHECK("missed_searches"."week" glob '????-??-??'),
	CONSTRAINT "missed_searches_text" CHECK(length(trim("missed_searches"."text")) > 0),
	CONSTRAINT "missed_searches_length" CHECK(length("missed_searches"."text") <= 60),
	CONSTRAINT "missed_searches_visitors" CHECK("missed_searches"."visitors" > 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `stock_views` (
	`week` text NOT NULL,
	`vehicle_id` text NOT NULL,
	`visitors` integer NOT NULL,
	PRIMARY KEY(`week`, `vehicle_id`),
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "stock_views_week" CHECK("stock_views"."week" glob '????-??-??'),
	CONSTRAINT "stock_views_visitors" CHECK("stock_views"."visitors" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_views_vehicle` ON `stock_views` (`vehicle_id`);--> statement-breakpoint
CREATE INDEX `appointments_about` ON `appointments` (`created_at`,`vehicle_id`) WHERE vehicle_id is not null;--> statement-breakpoint
CREATE INDEX `contact_messages_about` ON `contact_messages` (`created_at`,`about_vehicle_id`) WHERE about_vehicle_id is not null;--> statement-breakpoint
CREATE INDEX `vehicles_sold` ON `vehicles` (`sold_at`) WHERE sold_at is not null;