ALTER TABLE `conversations` ADD `buyer_visitor_hash` text CONSTRAINT "conversations_visitor_hash" CHECK(length("buyer_visitor_hash") = 64);--> statement-breakpoint
CREATE INDEX `conversations_visitor` ON `conversations` (`buyer_visitor_hash`,`last_written_at`) WHERE buyer_visitor_hash is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller_unread` ON `conversations` (`seller_user_id`) WHERE seller_unread > 0;--> statement-breakpoint
CREATE INDEX `conversations_seller_key_unread` ON `conversations` (`seller_key_id`) WHERE seller_unread > 0;--> statement-breakpoint
CREATE INDEX `conversations_buyer_unread` ON `conversations` (`buyer_user_id`) WHERE buyer_unread > 0;--> statement-breakpoint
CREATE INDEX `conversations_visitor_unread` ON `conversations` (`buyer_visitor_hash`) WHERE buyer_unread > 0;
