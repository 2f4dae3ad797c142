CREATE INDEX `appointments_phone` ON `appointments` (`phone`);--> statement-breakpoint
CREATE INDEX `conversations_email` ON `conversations` (lower(buyer_email)) WHERE buyer_email is not null;--> statement-breakpoint
CREATE INDEX `conversations_phone` ON `conversations` (`buyer_phone`) WHERE buyer_phone is not null;--> statement-breakpoint
CREATE INDEX `contact_messages_email` ON `contact_messages` (lower(email));--> statement-breakpoint
CREATE INDEX `contact_messages_phone` ON `contact_messages` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `service_requests_email` ON `service_requests` (lower(contact_email));--> statement-breakpoint
CREATE INDEX `service_requests_phone` ON `service_requests` (`contact_phone`);