CREATE INDEX `feedback_newest` ON `feedback` ("created_at" desc,`id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `service_requests_newest` ON `service_requests` ("created_at" desc,`id`);