CREATE INDEX `users_newest` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_phone` ON `users` (`phone`);--> statement-breakpoint
CREATE INDEX `users_blocked` ON `users` (`blocked_at`) WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX `audit_events_kind` ON `audit_events` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_operator` ON `audit_events` (`operator_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_created` ON `audit_events` (`created_at`);