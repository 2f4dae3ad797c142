CREATE TABLE `appointment_moves` (
	`id` integer PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`moved_by` text NOT NULL,
	`moved_at` text NOT NULL,
	`day` text NOT NULL,
	`starts` text NOT NULL,
	`ends` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "appointment_moves_by" CHECK("appointment_moves"."moved_by" in ('customer', 'business')),
	CONSTRAINT "appointment_moves_at" CHECK("appointment_moves"."moved_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "appointment_moves_day" CHECK("appointment_moves"."day" glob '????-??-??'),
	CONSTRAINT "appointment_moves_starts" CHECK("appointment_moves"."starts" glob '[01][0-9]:[0-5][0-9]' or "appointment_moves"."starts" glob '2[0-3]:[0-5][0-9]'),
	CONSTRAINT "appointment_moves_ends" CHECK("appointment_moves"."ends" glob '[01][0-9]:[0-5][0-9]' or "appointment_moves"."ends" glob '2[0-3]:[0-5][0-9]')
) STRICT;
--> statement-breakpoint
CREATE INDEX `appointment_moves_of` ON `appointment_moves` (`appointment_id`,`id`);