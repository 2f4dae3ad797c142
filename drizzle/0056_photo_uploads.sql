CREATE TABLE `photo_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`results` text NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "photo_uploads_results" CHECK(json_valid("photo_uploads"."results") and json_type("photo_uploads"."results") = 'array'),
	CONSTRAINT "photo_uploads_created_at" CHECK("photo_uploads"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `photo_uploads_created` ON `photo_uploads` (`created_at`);